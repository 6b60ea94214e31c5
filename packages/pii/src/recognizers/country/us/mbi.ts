import { codeRecognizer } from "../../codes/code-recognizer.ts";

const LETTER = "[AC-HJKMNP-RT-Y]";
const EITHER = "[AC-HJKMNP-RT-Y0-9]";

/**
 * Recognizes Medicare Beneficiary Identifiers, which do not use S, L, O, I, B and Z (CMS,
 * "Understanding the Medicare Beneficiary Identifier (MBI) format").
 */
export const mbi = codeRecognizer({
  name: "us-mbi",
  type: "US_MBI",
  begins: "digit",
  run: [4, 11],
  minLastRun: 11,
  continuation: /^[- ]A/,
  pattern: new RegExp(
    `[1-9]${LETTER}${EITHER}\\d([- ]?)${LETTER}${EITHER}\\d\\1${LETTER}{2}\\d{2}`,
    "iy",
  ),
  context: /\b(?:mbi|medicare|beneficiary)/i,
  confidence: { inContext: 0.95, wholeText: 0.5, withoutContext: byForm },
});

function byForm(written: string): number {
  if (written.includes("-")) return 0.6;
  return written === written.toUpperCase() && !written.includes(" ") ? 0.4 : 0;
}
