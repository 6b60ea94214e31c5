import type { Recognizer } from "../../../finding.ts";
import { codeRecognizer } from "../../codes/code-recognizer.ts";

const CONTEXT =
  /\b(?:vehicle|cars?\b|van\b|reg\b|registration|number ?plates?|licen[cs]e plates?|plates?\b|dvla|vrm|mot\b)/i;
const LETTER = "[A-HJ-PR-Y]";

const current = codeRecognizer({
  name: "gb-license-plate",
  type: "GB_LICENSE_PLATE",
  begins: "letter",
  run: [4, 7],
  minLastRun: 7,
  continuation: /^[- ][Aa]/,
  pattern: new RegExp(`${LETTER}{2}(?:0[2-9]|[12]\\d|5[1-9]|[67]\\d)[ -]?[A-HJ-PR-Z]{3}`, "iy"),
  context: CONTEXT,
  confidence: {
    inContext: 0.9,
    wholeText: 0.5,
    withoutContext: (written) => (written === written.toUpperCase() ? 0.6 : 0),
  },
});

const older = codeRecognizer({
  name: "gb-license-plate",
  type: "GB_LICENSE_PLATE",
  run: [2, 7],
  continuation: /^ [Aa]/,
  pattern: /[A-Z]{0,3}\d{1,3}(?: ?[A-Z]{1,3})/iy,
  prefix: /(?<![\p{L}\p{N}])[A-Z]{3} $/u,
  isValid: (code, written) =>
    written === written.toUpperCase() &&
    /^(?:[A-HJ-NPR-TV-Y]\d{1,3}[A-HJ-PR-Z]{3}|[A-HJ-PR-Z]{3}\d{1,3}[A-HJ-NPR-TV-Y])$/.test(code),
  context: CONTEXT,
  confidence: { inContext: 0.6, wholeText: 0.2 },
});

/**
 * Recognizes UK license plates (Road Vehicles (Display of Registration Marks) Regulations 2001;
 * DVLA, INF104). Plates in formats from before 2001 need context.
 */
export const licensePlate: Recognizer = {
  name: current.name,
  type: current.type,
  parts: [current, older],
};
