import type { Recognizer } from "../../../finding.ts";
import { codeRecognizer } from "../../codes/code-recognizer.ts";

/** Numbers that were printed in advertisements and are never valid. */
const SPECIMENS = new Set(["078051120", "219099999", "457555462"]);

const CONTEXT = /\b(?:ssn|ss#|ssid|ssns|social[ -]?security|soc\.? sec)\D*$/i;

const grouped = codeRecognizer({
  name: "us-ssn",
  type: "US_SSN",
  begins: "digit",
  run: [3, 9],
  minLastRun: 9,
  continuation: /^[-. ]0/,
  pattern:
    /\d{3}(?:([-.]?)\d{2}\1\d{4}|(?<!\d[ \u00a0]\d{3})([ \u00a0])\d{2}\2\d{4}(?![ \u00a0]\d))/y,
  isValid: isIssued,
  context: CONTEXT,
  confidence: { inContext: 0.95, withoutContext: (written) => confidenceByGap(written.charAt(3)) },
});

const spaced = codeRecognizer({
  name: "us-ssn",
  type: "US_SSN",
  begins: "digit",
  run: [1, 1],
  minLastRun: 2,
  continuation: /^ 0/,
  pattern: /\d(?:[ \u00a0]\d){8}(?![ \u00a0]\d)/y,
  isValid: isIssued,
  context: CONTEXT,
  confidence: { inContext: 0.9 },
});

/**
 * Recognizes Social Security numbers, except those that are never issued: area 000, 666, 900-999,
 * group 00, serial 0000 (20 CFR 422.103). Separated groups need no context, unless they are part of
 * a longer series of numbers between blanks.
 */
export const ssn: Recognizer = {
  name: grouped.name,
  type: grouped.type,
  parts: [grouped, spaced],
};

function isIssued(code: string): boolean {
  const area = code.slice(0, 3);
  if (area === "000" || area === "666" || area >= "900") return false;
  return code.slice(3, 5) !== "00" && !code.endsWith("0000") && !SPECIMENS.has(code);
}

function confidenceByGap(gap: string): number {
  if (gap === "-") return 0.85;
  return gap === "." || gap === " " ? 0.5 : 0;
}
