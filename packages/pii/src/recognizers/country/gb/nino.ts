import { codeRecognizer, LETTERS } from "../../codes/code-recognizer.ts";

/**
 * The first letter is none of D, F, I, Q, U, V, and the second is none of these or O. BG, GB, NK,
 * KN, TN, NT and ZZ are not issued.
 */
const NUMBER = /^(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\d{6}[A-D]$/;

/** Recognizes UK National Insurance numbers (HMRC, National Insurance Manual NIM39110). */
export const nino = codeRecognizer({
  name: "gb-nino",
  type: "GB_NINO",
  run: [2, 9],
  minLastRun: 7,
  continuation: /^[- ][0Aa]/,
  pattern: /(?:[A-Z]{2})?\d{2}[ -]?\d{2}[ -]?\d{2}[ -]?[A-D]/iy,
  prefixEnds: LETTERS,
  prefix: /(?<![\p{L}\p{N}])[A-Z]{2}[ -]$/iu,
  isValid: (code) => NUMBER.test(code),
  context: /\b(?:nino\b|national insurance|ni (?:no|number|nr)|insurance (?:no|number))/i,
  confidence: { inContext: 0.95, wholeText: 0.5, withoutContext: byForm },
});

function byForm(written: string): number {
  return written === written.toUpperCase() ? 0.7 : 0;
}
