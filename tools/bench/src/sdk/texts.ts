/** Personal data in each of the texts, in a form that every masking gateway can find. */
export const LETTER_EMAIL = "anna.schmidt@example.org";
const LETTER =
  `Dear Ms Weber, my name is Anna Schmidt, born 12 March 1984. Please write to ${LETTER_EMAIL} or ` +
  "call +49 30 901820. My IBAN is DE89 3704 0044 0532 0130 00. Kind regards, Anna Schmidt";
const SANITISED_LETTER =
  "Dear Ms [PERSON_1], my name is [PERSON_2], born [DATE_OF_BIRTH_1]. Please write to [EMAIL_1] or " +
  "call [PHONE_1]. My IBAN is [IBAN_1]. Kind regards, [PERSON_2]";
const TASK =
  "Summarise the letter in two sentences, and say what the writer wants from us and by when it is due: ";
const BEFORE = [
  "We met in the spring and went through the open points of the contract, one after the other, until lunch.",
  "The delivery was late twice, and both times the reason was given to us only when we asked for it.",
  "What was agreed about the spare parts is written in the second annex, which has not been signed so far.",
  "The new machine runs well, apart from the noise that the team has described in the report of last month.",
  "Since the summer the costs of transport have risen more than either side had expected when it signed.",
  "I would be glad to hear what you think about the offer before the board meets at the end of the quarter.",
  "The workshop needs two weeks of notice if the inspection is to take place while the line stands still.",
  "For the remaining work we would suggest a fixed price, since the effort can be estimated well by now.",
  "Your colleagues asked for a list of the documents that are missing, and it is attached to this letter.",
  "As long as the question of the guarantee is open, the last part of the sum is not going to be paid.",
].join(" ");

/** A text that gateways receive, and the text that must arrive at the provider. */
export interface BenchText {
  readonly text: string;
  readonly sanitised: string;
  /**
   * The text for gateways whose placeholders have no brackets. The simulator repeats only
   * placeholders in brackets.
   */
  readonly bracketed: string;
}

const small: BenchText = {
  text: TASK + LETTER,
  sanitised: TASK + SANITISED_LETTER,
  bracketed: TASK + LETTER.replace(LETTER_EMAIL, `[${LETTER_EMAIL}]`),
};

/** Texts of 300 B and 4 kB with the same personal data. */
export const BENCH_TEXTS = { "300b": small, "4kb": longer(small) } as const;

/** The provider's response in streams, which contains placeholders of the request. */
export const STREAMED_ANSWER = `${BEFORE.slice(0, 200)} ${SANITISED_LETTER}`.slice(0, 360);

export type TextSize = keyof typeof BENCH_TEXTS;

function longer({ text, sanitised, bracketed }: BenchText): BenchText {
  const paragraphs = [BEFORE, BEFORE, BEFORE, BEFORE].join("\n\n").slice(0, 4096 - text.length - 2);
  const before = `${paragraphs}\n\n`;
  return {
    text: before + text,
    sanitised: before + sanitised,
    bracketed: before + bracketed,
  };
}
