import type { Recognizer } from "../../../finding.ts";
import { type CodeRules, codeRecognizer } from "../../codes/code-recognizer.ts";

const RULES: CodeRules = {
  name: "us-license-plate",
  type: "ID_NUMBER",
  pattern: /[A-Z0-9]{2,8}(?:[ -](?=[A-Z]{0,3}\d)[A-Z0-9]{2,4})?/y,
  run: [1, 8],
  continuation: /^[- ][0A]/,
  isValid: (code) => /^(?=.*\d)[A-Z0-9]{4,8}$/.test(code),
  context:
    /\b(?:(?:licen[cs]e|number|vehicle|registration) ?plates?|plates?|license tag|tag)(?:["'”]? ?(?:no\.?|number|#|nr\.?))?(?:["'”]?[:=#]| is| was|(?<=plates?|[#.]|number|no))["'”*]{0,2} ?["'“*]?$/i,
  hint: /plate|tag/i,
  contextWindow: [32, 0],
  confidence: { inContext: 0.7 },
};
const whole = codeRecognizer(RULES);
const prefixed = codeRecognizer({ ...RULES, prefix: /(?<![\p{L}\p{N}])[A-Z]{1,4}[ -]$/u });

/**
 * Recognizes US license plates, only with context: the states' formats match any short code (AAMVA,
 * "License Plate Standard").
 */
export const licensePlate: Recognizer = {
  name: RULES.name,
  type: RULES.type,
  parts: [whole, prefixed],
};
