import { codeRecognizer } from "../codes/code-recognizer.ts";

/**
 * Matches words before the digits: "card ending in 4482", "the last four digits are 4482", "Karte
 * endet auf 4482".
 */
const CONTEXT =
  /(?:(?:account|acct|card|visa|mastercard|amex|maestro|konto|karte)[^\n\d.]{0,14} (?:ending|ends|endend|endet|mit (?:der )?endziffern?)(?: in| with| auf| mit)?|(?:last|final) (?:four|4)(?: digits)?(?: (?:of|on) [^\n\d.]{2,24})?(?: are| is|:)|(?:die )?letzten (?:vier|4)(?: ziffern| stellen)?(?: der karte| der kontonummer)?(?: sind| lauten|:)) $/i;

/** Recognizes the last digits of a card or an account, which banks ask people for. */
export const lastDigits = codeRecognizer({
  name: "last-digits",
  type: "BANK_ACCOUNT",
  begins: "digit",
  run: [4, 4],
  minLastRun: 4,
  pattern: /\d{4}/y,
  context: CONTEXT,
  hint: /end|last|final|letzten/i,
  contextWindow: [60, 0],
  confidence: { inContext: 0.75 },
});
