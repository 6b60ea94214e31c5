import type { DpiaField, DpiaResponse } from "@veil/contracts/public/compliance/dpia";

/** The number of questions in version 4.1 of the tool. */
const QUESTIONS = 36;
const PIA_ID = 1;

/** The question of the tool for each field, by the number that the tool uses. */
const QUESTION_OF: Readonly<Record<string, number>> = {
  "0.3": 111,
  "0.1": 112,
  "0.2": 226,
  "1.1.a": 121,
  "1.2": 122,
  "1.3": 123,
  "1.1.b": 211,
  "2.1": 212,
  "2.2": 213,
  "2.3": 214,
  "2.4": 215,
  "2.5": 221,
};

/**
 * Returns the assessment in the form that the CNIL's tool PIA 4.1 imports. Open fields are left
 * empty, and nothing is evaluated.
 */
export function cnilPia({ generated_at, release, sections }: DpiaResponse): object {
  const fields = sections.flatMap((section) => section.fields);
  const answers = fields.flatMap((field) => {
    const question = QUESTION_OF[field.id];
    return question === undefined || field.state === "open" ? [] : [answer(field, question)];
  });
  const measures = fields.find(({ id }) => id === "4.2")?.text ?? [];
  return {
    pia: {
      ...{ id: PIA_ID, name: `Veil Gateway ${release}`, numberOfQuestions: QUESTIONS, status: 0 },
      ...{ author_name: "", evaluator_name: "", validator_name: "", category: "" },
      ...{ created_at: generated_at, updated_at: generated_at },
    },
    answers: answers.map((each, at) => ({ ...each, id: at + 1, created_at: generated_at })),
    measures: measures.map((title, at) => ({
      ...{ id: at + 1, pia_id: PIA_ID, title, content: title, placeholder: "" },
      created_at: generated_at,
    })),
    evaluations: [],
    comments: [],
  };
}

function answer({ text }: DpiaField, reference_to: number) {
  const html = text.map((line) => `<li>${escaped(line)}</li>`).join("");
  return { pia_id: PIA_ID, reference_to, data: { text: `<ul>${html}</ul>`, gauge: 0, list: [] } };
}

/** The tool shows answers as markup. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
