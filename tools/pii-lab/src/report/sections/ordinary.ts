import { createRandom, sample } from "../../eval/output/sample.ts";
import { reportTable } from "../../eval/report/report-table.ts";
import { type KindOfText, rateOf } from "../../false-positives/false-positives.ts";
import {
  figuresOf,
  isProse,
  type JudgedPrompt,
} from "../../false-positives/prompts/judge-prompts.ts";
import type { RedactionInContext } from "../../false-positives/redactions.ts";
import { captioned, heading, type PageBlock, paragraph } from "../../page/page-block.ts";
import type { MeasuredRelease } from "../measured-release.ts";

const EXAMPLES_OF_EACH = 3;

/** Shows what is replaced in texts without personal data. */
export function ordinarySection({
  ordinary,
  sampling: { seed },
}: MeasuredRelease): readonly PageBlock[] {
  const { kinds, prompts } = ordinary;
  const wrong = prompts.flatMap(({ judged }) =>
    judged
      .flatMap(({ replacements }) => replacements)
      .filter(({ type, isWrongName }) => type !== "PERSON" || isWrongName),
  );
  const replaced = [...wrong, ...kinds.flatMap(({ falsePositives }) => falsePositives)];
  return [
    heading(2, "Where nothing is personal"),
    paragraph(
      "What a gateway without settings replaces in committed texts without personal data. Names are those of public, " +
        "long-dead or fictional persons: real names are replaced.",
    ),
    ...prompts.flatMap(({ file, judged }) => [
      heading(3, `Ordinary prompts: \`${file}\``),
      captioned(`Prompts of ${file}, by topic`, promptsTable(judged)),
    ]),
    heading(3, "Code, logs, tables and prose"),
    captioned("Other texts, by kind", kindsTable(kinds)),
    heading(3, "Examples of replacements"),
    paragraph(`Up to ${EXAMPLES_OF_EACH} of each type, without names of public persons.`),
    ...examples(replaced, seed),
  ];
}

function promptsTable(prompts: readonly JudgedPrompt[]) {
  const topics = [...new Set(prompts.map(({ prompt }) => prompt.topic))];
  const head = [
    ...["prompts", "number", "words", "replaced", "of them names", "names per 1000 words"],
    ...["others per 1000 words", "PERSON, not a name"],
  ];
  const row = (title: string, some: readonly JudgedPrompt[]) => {
    const figures = figuresOf(some);
    return [
      ...[title, figures.prompts, figures.words, figures.replacements, figures.names],
      ...[figures.namesPerThousandWords, figures.perThousandWords].map((rate) => rate.toFixed(2)),
      figures.wrongNames,
    ];
  };
  return reportTable(head, [
    ...topics.map((topic) =>
      row(
        topic,
        prompts.filter(({ prompt }) => prompt.topic === topic),
      ),
    ),
    row(
      "English",
      prompts.filter(({ prompt }) => prompt.language === "en"),
    ),
    row(
      "German",
      prompts.filter(({ prompt }) => prompt.language === "de"),
    ),
    row("prose", prompts.filter(isProse)),
    row("all", prompts),
  ]);
}

function kindsTable(kinds: readonly KindOfText[]) {
  const row = (title: string, some: readonly KindOfText[]) => [
    title,
    some.reduce((sum, { tokens }) => sum + tokens, 0),
    some.reduce((sum, { falsePositives }) => sum + falsePositives.length, 0),
    some.length === 0 ? "-" : rateOf(some).toFixed(2),
  ];
  return reportTable(
    ["texts", "tokens", "replaced", "per 1000 tokens"],
    [...kinds.map((one) => row(`\`${one.kind}\``, [one])), row("all", kinds)],
  );
}

function examples(replaced: readonly RedactionInContext[], seed: number): readonly PageBlock[] {
  const random = createRandom(seed);
  const types = [...new Set(replaced.map(({ type }) => type))].sort();
  return types.flatMap((type): readonly PageBlock[] => {
    const all = replaced.filter((one) => one.type === type);
    const excerpts = sample(all, EXAMPLES_OF_EACH, random).map(({ excerpt, confidence }) => {
      const [before = "", value = "", after = ""] = excerpt.split(/[⟦⟧]/u);
      return { before, value, after, note: `confidence ${confidence.toFixed(2)}` };
    });
    return [paragraph(`**${type}** (${all.length})`), { kind: "excerpts", excerpts }];
  });
}
