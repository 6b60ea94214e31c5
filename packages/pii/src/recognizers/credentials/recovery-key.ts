import { codeRecognizer } from "../codes/code-recognizer.ts";

/**
 * Recognizes recovery keys of encrypted disks, complete or shortened, in the groups of six digits
 * in which BitLocker shows them.
 */
export const recoveryKey = codeRecognizer({
  name: "recovery-key",
  type: "SECRET",
  pattern: /\d{6}(?:-\d{6}){3,7}/y,
  begins: "digit",
  run: [6, 6],
  minLastRun: 7,
  continuation: /^-0/,
  confidence: { inContext: 0.9, withoutContext: 0.9 },
});
