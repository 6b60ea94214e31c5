import { codeRecognizer } from "../codes/code-recognizer.ts";

/**
 * Recognizes a sort code with its account number ("60-83-71 / 41920073") or after the words "sort
 * code" (Pay.UK, "Vocalink extended industry sort code directory").
 */
export const sortCode = codeRecognizer({
  name: "gb-sort-code",
  type: "BANK_ACCOUNT",
  pattern: /\d{2}-\d{2}-\d{2}(?:(?: ?[/,] ?| (?:a\/c|acc(?:ount)?\.?)? ?)\d{8})?(?![\d-])/iy,
  begins: "digit",
  run: [2, 2],
  minLastRun: 3,
  continuation: /^-0/,
  context: /\bsort(?: ?code)?\W{0,4}(?:is |was )?$/i,
  confidence: { inContext: 0.9, withoutContext: (written) => (written.length > 14 ? 0.9 : 0) },
});
