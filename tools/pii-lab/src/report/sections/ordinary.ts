import { markdownExcerpts, markdownTable } from "../../eval/report/markdown.ts";
import { type KindOfText, rateOf } from "../../false-positives/false-positives.ts";
import {
  figuresOf,
  groupPrompts,
  type JudgedPrompt,
} from "../../false-positives/prompts/judge-prompts.ts";
import type { RedactionInContext } from "../../false-positives/redactions.ts";
import { createRandom, sample } from "../../random.ts";
import type { MeasuredRelease } from "../measured-release.ts";

const EXAMPLES_OF_EACH = 3;

/** Shows what is replaced in texts without personal data. */
export function ordinarySection({
  ordinary: { kinds, prompts },
  sampling: { seed },
}: MeasuredRelease): readonly string[] {
  const wrong = prompts.flatMap(({ judged }) =>
    judged
      .flatMap(({ replacements }) => replacements)
      .filter(({ type, isWrongName }) => type !== "PERSON" || isWrongName),
  );
  const replaced = [...wrong, ...kinds.flatMap(({ falsePositives }) => falsePositives)];
  return [
    "## Where nothing is personal",
    "What a gateway without settings replaces in committed texts without personal data. Names are those of public, " +
      "long-dead or fictional persons: real names are replaced.",
    ...prompts.flatMap(({ file, judged }) => [
      `### Ordinary prompts: \`${file}\``,
      promptsTable(judged),
    ]),
    "### Code, logs, tables and prose",
    kindsTable(kinds),
    "### Examples of replacements",
    `Up to ${EXAMPLES_OF_EACH} of each type, without names of public persons.`,
    ...examples(replaced, seed),
  ];
}

function promptsTable(judged: readonly JudgedPrompt[]): string {
  const head = [
    ...["prompts", "number", "words", "replaced", "of them names", "names per 1000 words"],
    ...["others per 1000 words", "PERSON, not a name"],
  ];
  const rows = groupPrompts(judged).map(({ title, judged: group }) => {
    const figures = figuresOf(group);
    return [
      ...[title, figures.prompts, figures.words, figures.replacements, figures.names],
      ...[figures.namesPerThousandWords, figures.perThousandWords].map((rate) => rate.toFixed(2)),
      figures.wrongNames,
    ];
  });
  return markdownTable(head, rows);
}

function kindsTable(kinds: readonly KindOfText[]): string {
  const row = (title: string, some: readonly KindOfText[]) => [
    title,
    some.reduce((sum, { tokens }) => sum + tokens, 0),
    some.reduce((sum, { falsePositives }) => sum + falsePositives.length, 0),
    some.length === 0 ? "-" : rateOf(some).toFixed(2),
  ];
  return markdownTable(
    ["texts", "tokens", "replaced", "per 1000 tokens"],
    [...kinds.map((one) => row(`\`${one.kind}\``, [one])), row("all", kinds)],
  );
}

function examples(replaced: readonly RedactionInContext[], seed: number): readonly string[] {
  const random = createRandom(seed);
  const types = [...new Set(replaced.map(({ type }) => type))].sort();
  return types.flatMap((type) => {
    const all = replaced.filter((one) => one.type === type);
    const excerpts = sample(all, EXAMPLES_OF_EACH, random).map(({ excerpt, confidence }) => ({
      excerpt,
      note: `confidence ${confidence.toFixed(2)}`,
    }));
    return [`**${type}** (${all.length})`, markdownExcerpts(excerpts)];
  });
}
