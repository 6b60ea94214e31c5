import type { SanitiseRequest } from "@veil/contracts/sanitiser";
import { findHardIdentifiers } from "../checks/hard-identifiers.ts";
import { uncoveredIdentifiers } from "../checks/uncovered-identifiers.ts";
import { countUnredacted, createSorter, type Sorter } from "../checks/unredacted.ts";
import type { PiiEngine } from "../engine.ts";
import type { Finding, Language, Span } from "../finding.ts";
import type { CompiledEntityList } from "../lists/known-entities/compiled-list.ts";
import { type KnownEntities, knownEntities } from "../lists/known-entities/known-entities.ts";
import { findVariants, type KnownSounds, knownSounds } from "../lists/phonetics/find-variants.ts";
import { createGenitiveTest, type GenitiveTest } from "../lists/phonetics/genitives.ts";
import { createNameMemory, type NameMemory } from "../lists/phonetics/name-memory.ts";
import { withoutPossessives } from "../lists/phonetics/possessives.ts";
import { resolveOverlaps } from "../overlap.ts";
import { findLookalikes } from "../placeholders/placeholder.ts";
import { markGeneralPlaces } from "../places/general-places.ts";
import { findPersonalPlaces } from "../places/personal-places.ts";
import { decideBy, type ReplacedPlaces } from "../policy.ts";
import { replaceSpans } from "../text/replace-spans.ts";
import { findThroughView } from "../view/find-through-view.ts";
import { createMint, type Mint } from "./mint.ts";
import type { Redaction, Sanitised, SanitisedField } from "./redaction.ts";
import { findRepeats, type KnownPersons, knownPersons } from "./repeats.ts";
import { titledSurnames } from "./titled-surnames.ts";
import { GENITIVE } from "./written-forms.ts";

/** Maximum number of rounds; ordinary texts need one, random texts two. */
const MAX_ROUNDS = 10;
/** Persons with a lower confidence are replaced only where they were found. */
const SURE = 0.6;

/** Surnames of persons with a lower confidence are searched for only if a list has them. */
const SUREST = 0.8;

const NONE: readonly Finding[] = [];
const NO_NAMES: readonly string[] = [];

type Fields = SanitiseRequest["fields"];

const NO_FIELD: Fields[number] = { name: "", text: "" };

interface SanitiseOptions {
  /** Findings of other recognizers, one list per field in the same order. */
  readonly extras?: readonly (readonly Finding[])[];
  readonly lists?: readonly CompiledEntityList[];
  /** Which places are replaced if no policy decides about LOCATION; "personal" when absent. */
  readonly places?: ReplacedPlaces;
  /** Maximum number of findings over all fields; unlimited when absent. */
  readonly maxFindings?: number;
}

/** Thrown when there are more findings than the caller accepts. */
export class TooManyFindingsError extends Error {
  override readonly name = "TooManyFindingsError";
}

type Replaced = Omit<SanitisedField, "left">;

interface Persons {
  readonly names: KnownPersons;
  readonly sounds: KnownSounds;
}

/**
 * Replaces personal data in every field with `[TYPE_n]`. Within a request, equal values and the
 * names of one person (`sameName`) share a placeholder. Text that looks like a placeholder becomes
 * `[LITERAL_n]`, so that restoring returns the original. Lists and the policy override the
 * defaults, but the result never contains a hard identifier.
 * @throws TooManyFindingsError as soon as the limit is exceeded
 */
export function sanitiseFields(
  engine: PiiEngine,
  { fields, language, policy }: SanitiseRequest,
  { extras = [], lists = [], places, maxFindings = Number.POSITIVE_INFINITY }: SanitiseOptions = {},
): Sanitised {
  const known = knownEntities(policy, lists);
  const judge = decideBy(policy, places);
  const sorters = fields.map(({ text }) => createSorter(text, judge, known));
  const finders = { engine, known, language };
  const first = atMost(maxFindings);
  const found = sorters.map((sorter, index) => {
    return first(findIn(fields[index], finders, sorter.keep, extras[index]));
  });
  const memory = createNameMemory();
  const names = fields.map(({ text }, index) => personsIn(text, found[index] ?? NONE, SURE));
  const surest = fields.map(({ text }, index) => personsIn(text, found[index] ?? NONE, SUREST));
  const titled = fields.map(({ text }, index) => titledSurnames(text, found[index] ?? NONE));
  const persons = {
    names: knownPersons(names, surest, titled),
    sounds: knownSounds(names.flat(), memory),
  };
  const second = atMost(maxFindings);
  const samePlaces = findPersonalPlaces(fields, found, sorters);
  const findings = sorters.map((sorter, index) => {
    const { text = "" } = fields[index] ?? {};
    const again = [
      ...findAgain(text, persons, found[index]),
      ...(samePlaces[index] ?? NONE),
    ].filter(sorter.keepAgain);
    return second(merged([found[index] ?? NONE, again, literalsIn(text)]));
  });
  const last = atMost(maxFindings);
  return {
    fields: replaceUntilClean(fields, findings, { memory, sorters }).map((field, index) => {
      return {
        ...field,
        left: countUnredacted(sorters[index]?.unredacted ?? [], last(field.redactions)),
      };
    }),
    layers_active: [...engine.layers, ...(known.isActive ? ["known-entities"] : [])],
  };
}

function atMost(most: number): <T>(list: readonly T[]) => readonly T[] {
  let count = 0;
  return (list) => {
    count += list.length;
    if (count > most) throw new TooManyFindingsError(`There are more than ${most} findings`);
    return list;
  };
}

interface Finders {
  readonly engine: PiiEngine;
  readonly known: KnownEntities;
  readonly language: Language | undefined;
}

function findIn(
  { text, label }: Fields[number] = NO_FIELD,
  { engine, known, language }: Finders,
  keep: Sorter["keep"],
  extras = NONE,
): readonly Finding[] {
  const found = engine.find(text, {
    keep,
    ...(language !== undefined && { language }),
    ...(label !== undefined && { label }),
  });
  const listed = known.isActive ? findThroughView(text, known.find) : NONE;
  if (extras.length === 0) return merged([found, listed]);
  const named = withoutPossessives(text, extras);
  const others = markGeneralPlaces(text, named, [...named, ...found]);
  return merged([found, others.filter(keep), listed]);
}

function merged(lists: readonly (readonly Finding[])[]): readonly Finding[] {
  const [only = NONE, ...others] = lists.filter((list) => list.length > 0);
  return resolveOverlaps(others.length === 0 ? only : [only, ...others].flat());
}

interface Replacing {
  readonly memory: NameMemory;
  readonly sorters: readonly Sorter[];
}

/**
 * Repeats the replacement because it may uncover an identifier, as in "+49 30 1234567PERSON_1".
 * Throws after too many rounds, so that no identifier gets through.
 */
function replaceUntilClean(
  fields: Fields,
  findings: readonly (readonly Finding[])[],
  replacing: Replacing,
  rounds = MAX_ROUNDS,
): Replaced[] {
  if (rounds === 0) throw new Error("Hard identifiers are left after the last round");
  const replaced = replaceAll(fields, findings, replacing.memory);
  const hidden = replaced.map((field, index) => {
    return remainingIdentifiers(field, replacing.sorters[index]?.leavesHard() ?? true);
  });
  if (hidden.every((more) => more.length === 0)) return replaced;
  const all = findings.map((known, index) => merged([known, hidden[index] ?? NONE]));
  return replaceUntilClean(fields, all, replacing, rounds - 1);
}

function replaceAll(
  fields: Fields,
  findings: readonly (readonly Finding[])[],
  memory: NameMemory,
): Replaced[] {
  const persons = fields.flatMap(({ text }, index) => personsIn(text, findings[index] ?? NONE));
  const mint = createMint(persons, memory);
  const isGenitive = createGenitiveTest(persons, memory);
  return fields.map(({ name, text }, index) => {
    const redactions = (findings[index] ?? NONE).map((finding) => {
      return toRedaction(text, finding, mint, isGenitive);
    });
    return { name, text: replaceSpans(text, redactions, (span) => span.placeholder), redactions };
  });
}

/**
 * Returns the hard identifiers in the sanitised text, at their places in the original. `areLeft`
 * means that the original had hard identifiers that were not replaced.
 */
function remainingIdentifiers(
  { text, redactions }: Replaced,
  areLeft: boolean,
): readonly Finding[] {
  const hidden = areLeft
    ? findHardIdentifiers(text)
    : uncoveredIdentifiers(text, placeholdersOf(redactions));
  if (hidden.length === 0) return NONE;
  let shift = 0;
  let next = 0;
  return hidden.map((finding) => {
    for (let before = redactions[next]; before !== undefined; before = redactions[next]) {
      if (before.start - shift >= finding.end) break;
      shift += before.end - before.start - before.placeholder.length;
      next += 1;
    }
    return { ...finding, start: finding.start + shift, end: finding.end + shift };
  });
}

/** Returns the places of the placeholders in the sanitised text. */
function placeholdersOf(redactions: readonly Redaction[]): readonly Span[] {
  let shift = 0;
  return redactions.map(({ start, end, placeholder }) => {
    const from = start - shift;
    shift += end - start - placeholder.length;
    return { start: from, end: from + placeholder.length };
  });
}

function personsIn(text: string, findings: readonly Finding[], least = 0): readonly string[] {
  if (findings.length === 0) return NO_NAMES;
  return findings
    .filter(({ type, confidence }) => type === "PERSON" && confidence >= least)
    .map(({ start, end }) => text.slice(start, end));
}

function findAgain(text: string, { names, sounds }: Persons, found = NONE): readonly Finding[] {
  const repeats = findRepeats(text, names, found);
  const variants = findVariants(text, sounds, found);
  return repeats.length + variants.length === 0 ? NONE : [...repeats, ...variants];
}

function literalsIn(text: string): readonly Finding[] {
  const lookalikes = findLookalikes(text);
  if (lookalikes.length === 0) return NONE;
  return lookalikes.map(({ start, end }) => ({
    start,
    end,
    type: "LITERAL",
    confidence: 0,
    recognizer: "placeholder-lookalike",
  }));
}

function toRedaction(
  text: string,
  finding: Finding,
  mint: Mint,
  isGenitive: GenitiveTest,
): Redaction {
  const { start, end, confidence, recognizer } = finding;
  const { placeholder, type } = mint(text.slice(start, end), finding.type);
  return {
    start,
    end,
    placeholder,
    type,
    confidence: type === "LITERAL" ? 1 : confidence,
    recognizer: isGenitive(text, finding) ? GENITIVE : recognizer,
  };
}
