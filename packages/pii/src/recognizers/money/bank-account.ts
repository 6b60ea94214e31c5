import type { Recognizer } from "../../finding.ts";
import { codeRecognizer } from "../codes/code-recognizer.ts";

const NAMED = { name: "bank-account", type: "BANK_ACCOUNT" } as const;
const ACCOUNT =
  /(?:\b(?:bank|checking|savings?|current|deposit|giro)?[ -]?(?:account|acct|a\/c)[ .]{0,2}(?:no|nr|num(?:ber)?|#)?|konto-?(?:nummer|nr\.?)?|kto\.?(?:-?nr\.?)?)(?![^\n\d]*(?:balance|saldo|total|amount|betrag))[^\n\d]{0,24}$/i;

const account = codeRecognizer({
  ...NAMED,
  begins: "digit",
  run: [2, 17],
  minLastRun: 6,
  continuation: /^[- ]0/,
  pattern: /\d(?:[ -]?\d){5,16}/y,
  isValid: (_code, written) => !/^(?:\d{4}-\d\d-\d\d|\d\d-\d\d-\d{4})/.test(written),
  context: ACCOUNT,
  hint: /acc|a\/c|konto|kto/i,
  contextWindow: [48, 0],
  confidence: { inContext: 0.75 },
});

/** UK sort codes: three pairs of digits (Pay.UK, "Vocalink modulus checking"). */
const sortCode = codeRecognizer({
  ...NAMED,
  begins: "digit",
  run: [2, 6],
  minLastRun: 6,
  continuation: /^[- ]0/,
  pattern: /\d{2}([- ]?)\d{2}\1\d{2}/y,
  context: /\bsort(?:ing)?[ _-]?code/i,
  contextWindow: [24, 0],
  confidence: { inContext: 0.9 },
});

const pair = codeRecognizer({
  ...NAMED,
  begins: "digit",
  run: [2, 2],
  minLastRun: 3,
  continuation: /^-0/,
  pattern: /\d{2}-\d{2}-\d{2}[ ,/]{1,2}\d{8}/y,
  confidence: { inContext: 0.8, withoutContext: 0.6 },
});

/** German bank codes, eight digits (Deutsche Bundesbank, "Bankleitzahlendatei"). */
const bankCode = codeRecognizer({
  ...NAMED,
  begins: "digit",
  run: [3, 8],
  minLastRun: 8,
  continuation: /^ 0/,
  pattern: /[1-8]\d{2} ?\d{3} ?\d{2}/y,
  context: /\b(?:blz|bankleitzahl)\b[^\n\d]{0,6}$/i,
  confidence: { inContext: 0.9 },
});

/**
 * Recognizes account numbers other than IBANs. An account number alone needs context, because banks
 * share no form or check digit.
 */
export const bankAccount: Recognizer = {
  ...NAMED,
  parts: [account, sortCode, pair, bankCode],
};
