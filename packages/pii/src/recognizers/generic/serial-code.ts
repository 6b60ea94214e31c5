import { codeRecognizer } from "../code-recognizer.ts";

/** One or two capitals and seven to fourteen digits ("M1979787155"). Below the default threshold. */
export const serialCode = codeRecognizer({
  name: "serial-code",
  type: "ID_NUMBER",
  pattern: /[A-Z]{1,2}\d{7,14}/y,
  begins: "letter",
  run: [8, 16],
  confidence: { inContext: 0.3, bare: 0.3 },
});
