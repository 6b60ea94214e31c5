import type { EvalPolicy } from "../eval-policy.ts";
import { under } from "../evaluate.ts";
import { overlapsAny } from "../measures/spans.ts";
import { findMisses, type Miss } from "../output/find-misses.ts";
import { markdownTable, share } from "./markdown.ts";
import type { MeasuredSet } from "./measured-set.ts";
import { type Category, type IsKnownName, missCategories } from "./miss-categories.ts";

/** The type of persons, and the type of all spans in corpora that do not distinguish types. */
const PERSONS: ReadonlySet<string> = new Set(["PERSON", "PII"]);

/**
 * Returns a table of the persons that the default policy leaves, by form. Each set that annotates
 * persons has a column.
 */
export function missedPersonsTable(sets: readonly MeasuredSet[], isKnown: IsKnownName): string {
  const withPersons = sets.filter(({ all: { evaluation } }) =>
    Object.entries(evaluation.types).some(([type, { gold }]) => gold > 0 && PERSONS.has(type)),
  );
  const rows = missCategories(isKnown)
    .flat()
    .map((category) => [category.title, ...withPersons.map((set) => missedIn(set, category))]);
  return markdownTable(["persons", ...withPersons.map(({ name }) => `\`${name}\``)], rows);
}

function missedIn({ default: measured, names }: MeasuredSet, { holds }: Category): string {
  const persons = measured.texts.flatMap((text) =>
    text.gold
      .filter(({ optional, type }) => !optional && PERSONS.has(names.kindOfGold(type)))
      .map(({ start, end }) => ({ text, start, end })),
  );
  const matching = persons.filter(holds);
  const missed = matching.filter((person) => !overlapsAny(person, person.text.predicted));
  return share(missed.length, matching.length);
}

export function falsePersonsTable(sets: readonly MeasuredSet[], isKnown: IsKnownName): string {
  const withPersons = sets.filter(
    ({ all: { evaluation } }) => (evaluation.types["PERSON"]?.gold ?? 0) > 0,
  );
  const falsePositives = withPersons.map((set) =>
    findMisses(set.default.texts, set.names).filter(
      ({ kind, type }) => kind === "false positive" && type === "PERSON",
    ),
  );
  const rows = missCategories(isKnown)
    .flat()
    .map(({ title, holds }) => [
      title,
      ...falsePositives.map((all) =>
        share(all.filter((falsePositive) => holds(falsePositive)).length, all.length),
      ),
    ]);
  return markdownTable(["false positives", ...withPersons.map(({ name }) => `\`${name}\``)], rows);
}

export function missesByTypeTable(sets: readonly MeasuredSet[], policy: EvalPolicy): string {
  const rows = sets.map(({ name, names, ...measured }) => {
    const misses = findMisses(under(policy, measured[policy].texts), names);
    const of = (kind: Miss["kind"]) => counted(misses.filter((miss) => miss.kind === kind));
    return [`\`${name}\``, of("missed"), of("partly"), of("false positive")];
  });
  return markdownTable(["set", "missed", "covered in part", "false positives"], rows, 4);
}

function counted(misses: readonly Miss[]): string {
  const counts = new Map<string, number>();
  for (const { type } of misses) counts.set(type, (counts.get(type) ?? 0) + 1);
  const sorted = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return sorted.map(([type, count]) => `${type} ${count}`).join(", ") || "none";
}
