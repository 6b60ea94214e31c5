import type { VerificationCode } from "@veil/crypto/portable";
import { type StepName, VERIFICATION_STEPS } from "./steps.ts";

export interface StepResult {
  /** From 1, in the order of `docs/veil-format.md`. */
  readonly number: number;
  readonly name: string;
  readonly title: string;
  /** `not_checked`: the certificate has no evidence yet, or a step before it failed. */
  readonly result: "holds" | "fails" | "not_checked";
}

const STEPS = Object.entries(VERIFICATION_STEPS).map(([name, { code, title }], index) => ({
  ...{ number: index + 1, name, code, title },
}));

/** @param failed - the code of the step that failed */
export function stepResults(passed: readonly StepName[], failed?: VerificationCode): StepResult[] {
  const names = new Set<string>(passed);
  return STEPS.map(({ number, name, title, code }) => ({
    ...{ number, name, title },
    result: names.has(name) ? "holds" : code === failed ? "fails" : "not_checked",
  }));
}

/** @throws TypeError for a code that no step has */
export function stepWithCode(code: VerificationCode) {
  const step = STEPS.find((own) => own.code === code);
  if (step === undefined) throw new TypeError(`No step has the code ${code}`);
  return step;
}
