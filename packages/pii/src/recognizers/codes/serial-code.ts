import { codeRecognizer } from "./code-recognizer.ts";

/**
 * Recognizes one or two capitals followed by seven to fourteen digits ("M1979787155"). The
 * confidence is below the default threshold unless a word nearby names a person's document or
 * account.
 */
export const serialCode = codeRecognizer({
  name: "serial-code",
  type: "ID_NUMBER",
  pattern: /[A-Z]{1,2}\d{7,14}/y,
  begins: "letter",
  run: [8, 16],
  context:
    /insur|versich|passport|\bpass\b|member|mitglied|kasse|policy|polic|account|konto|kunde|customer|licen[cs]e|\bupn\b|certificate|student|pupil|patient|employee|ausweis|badge|visa/i,
  confidence: { inContext: 0.45, withoutContext: 0.3 },
});
