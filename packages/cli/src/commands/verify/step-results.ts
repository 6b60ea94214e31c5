import type { VerificationCode } from "@veil/crypto";
import { type StepName, VERIFICATION_STEPS } from "@veil/veil/verifier";

export interface StepResult {
  /** From 1, in the order of `docs/veil-format.md`. */
  readonly number: number;
  readonly name: string;
  readonly title: string;
  /** `not_checked`: the certificate has no evidence yet. */
  readonly result: "holds" | "not_checked";
}

const STEPS = Object.entries(VERIFICATION_STEPS).map(([name, { code, title }], index) => ({
  ...{ number: index + 1, name, code, title },
}));
const FIRST_EXIT_CODE = 10;

export function stepResults(passed: readonly StepName[]): StepResult[] {
  const names = new Set<string>(passed);
  return STEPS.map(({ number, name, title }) => ({
    ...{ number, name, title },
    result: names.has(name) ? "holds" : "not_checked",
  }));
}

/** @throws TypeError for a code that no step has */
export function stepWithCode(code: VerificationCode) {
  const step = STEPS.find((own) => own.code === code);
  if (step === undefined) throw new TypeError(`No step has the code ${code}`);
  return step;
}

export function exitCodeOf(number: number): number {
  return FIRST_EXIT_CODE + number;
}
