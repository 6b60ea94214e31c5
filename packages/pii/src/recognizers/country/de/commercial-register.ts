import { codeRecognizer } from "../../codes/code-recognizer.ts";

/**
 * Recognizes numbers of the Handelsregister, sections A and B (§ 3 HRV). In the context of a court,
 * it also recognizes numbers of the registers of cooperatives, partnerships and associations. Some
 * courts append letters.
 */
export const commercialRegister = codeRecognizer({
  name: "de-commercial-register",
  type: "DE_COMMERCIAL_REGISTER",
  pattern:
    /(?:[Hh][Rr][AaBb]|GnR|PR|VR|GsR)?\d{1,6}(?: ?(?!AG|UG|KG|SE|OG|EG|EK)[A-Z]{1,3}(?![\p{L}\p{N}]))?/uy,
  prefix: /(?<![\p{L}\p{N}])(?:(?:H\.?R\.?[AB]\.?|GnR|PR|VR|GsR)(?: |-|:|: )?|HR[AB] Nr\. )$/iu,
  prefixEnds: "ABRabr",
  run: [1, 12],
  continuation: /^ [Aa]/,
  isValid: (code) => /^(?:HR[AB]|GNR|PR|VR|GSR)(?:NR)?:?\d/.test(code),
  context: /gericht|\bAG [A-ZÄÖÜ]|register|eingetragen|\bregistered|court/,
  negativeContext: /härte|hardness|rockwell/i,
  confidence: { inContext: 0.95, withoutContext: (written) => (/^H/i.test(written) ? 0.8 : 0) },
});
