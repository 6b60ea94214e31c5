import { figuresOf, groupPrompts, type JudgedPrompt } from "./judge-prompts.ts";

/** Lists the replacements of each prompt that has any, followed by figures. */
export function listPrompts(judged: readonly JudgedPrompt[]): readonly string[] {
  return [
    ...judged.flatMap(replacementsOf),
    "",
    ...typesOf(judged),
    "",
    ...groupPrompts(judged).map((group) => figures(group.title, group.judged)),
  ];
}

function replacementsOf({ prompt, replacements }: JudgedPrompt): readonly string[] {
  if (replacements.length === 0) return [];
  return [
    `${prompt.id} (${prompt.topic})`,
    ...replacements.map(
      ({ type, confidence, isWrongName, excerpt }) =>
        `  ${type}${isWrongName ? " (not a name)" : ""} ${confidence.toFixed(2)}: ${excerpt}`,
    ),
  ];
}

function typesOf(judged: readonly JudgedPrompt[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { type } of judged.flatMap(({ replacements }) => replacements))
    counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([type, n]) => `${type}: ${n}`);
}

function figures(what: string, judged: readonly JudgedPrompt[]): string {
  const { prompts, words, replacements, names, wrongNames, ...rates } = figuresOf(judged);
  return (
    `${what}: ${prompts} prompts, ${words} words; PERSON: ${wrongNames} not a name; ` +
    `${names} names, ${rates.namesPerThousandWords.toFixed(2)} per 1000 words; ` +
    `${replacements - names} others, ${rates.perThousandWords.toFixed(2)} per 1000 words`
  );
}
