import { passesMod11And10 } from "../../codes/check-digits.ts";
import { codeRecognizer } from "../../codes/code-recognizer.ts";

/**
 * Recognizes the Umsatzsteuer-Identifikationsnummer, § 27a UStG: DE and nine digits, the last of
 * which is a check digit by ISO/IEC 7064 MOD 11,10.
 */
export const vatId = codeRecognizer({
  name: "de-vat-id",
  type: "DE_VAT_ID",
  pattern: /(?:DE)?[1-9]\d{2}[ \u00a0.-]?\d{3}[ \u00a0.-]?\d{3}/iy,
  prefix: /DE[ \u00a0.-]$/i,
  prefixEnds: "Ee",
  run: [3, 11],
  minLastRun: 9,
  continuation: /^[ .-]0/,
  isValid: (code) => code.startsWith("DE") && passesMod11And10(code.slice(2)),
  context: /umsatzsteuer|\bust|\bvat\b|\buid\b|mehrwertsteuer|mwst/i,
  confidence: { inContext: 0.98, withoutContext: 0.8 },
});
