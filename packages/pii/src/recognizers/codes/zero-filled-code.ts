import { codeRecognizer } from "./code-recognizer.ts";

/**
 * Recognizes capitals followed by a zero-padded number, as in database records ("INC0098812",
 * "NMW0001884273", "AT0010000000000000001000014372915"), except ISINs.
 */
export const zeroFilledCode = codeRecognizer({
  name: "zero-filled-code",
  type: "ID_NUMBER",
  pattern: /(?!KB|CVE|ISO|DIN|[A-Z]{2}\d{10}(?!\d))[A-Z]{2,6}0\d{6,30}/y,
  begins: "letter",
  run: [9, 37],
  negativeContext:
    /\b(?:part|model|modell|typ|type|artikel|ersatzteil|produkt|product|sku)[^\d\n]{0,16}$/i,
  confidence: { inContext: 0.45, withoutContext: 0.45 },
});
