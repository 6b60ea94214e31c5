import { type StepName, SUMMARY_STEPS, VERIFICATION_STEPS } from "@veil/veil/verifier";
import type { StepResult } from "./content.ts";

interface Run {
  readonly passed: readonly StepName[];
  /** Undefined when no step failed. */
  readonly failed?: StepName;
}

type Step = Omit<StepResult, "result">;

const STEPS = Object.entries(VERIFICATION_STEPS).map(
  ([name, { title }], index): Step => ({ number: index + 1, name, title }),
);
const STEPS_OF_SUMMARIES = STEPS.flatMap((step) => {
  const title = (SUMMARY_STEPS as Readonly<Record<string, string>>)[step.name];
  return title === undefined ? [] : [{ ...step, title }];
});

/** Returns the results of all steps for a certificate. */
export function stepResults(run: Run): StepResult[] {
  return results(STEPS, run);
}

/**
 * Returns the results of all steps for a summary. The steps have the same numbers as for
 * certificates.
 */
export function summaryStepResults(run: Run): StepResult[] {
  return results(STEPS_OF_SUMMARIES, run);
}

function results(steps: readonly Step[], { passed, failed }: Run): StepResult[] {
  const held = new Set<string>(passed);
  return steps.map((step) => ({
    ...step,
    result: held.has(step.name) ? "holds" : step.name === failed ? "fails" : "not_checked",
  }));
}

/** Returns the failed step. @throws TypeError when no step failed */
export function failedStep(steps: readonly StepResult[]): StepResult {
  const step = steps.find(({ result }) => result === "fails");
  if (step === undefined) throw new TypeError("No step failed");
  return step;
}
