import { EVIDENCE_STEPS } from "@veil/veil/evidence";
import { SUMMARY_STEPS, VERIFICATION_STEPS } from "@veil/veil/verifier";
import type { StepResult } from "./content.ts";

interface Run {
  /** The names of steps. */
  readonly passed: readonly string[];
  /** Undefined when no step failed. */
  readonly failed?: string;
}

type Step = Omit<StepResult, "result">;

const STEPS = numbered(VERIFICATION_STEPS);
const STEPS_OF_PACKS = numbered(EVIDENCE_STEPS);
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

/** Returns the results of all steps for an evidence pack. */
export function evidenceStepResults(run: Run): StepResult[] {
  return results(STEPS_OF_PACKS, run);
}

function numbered(steps: Readonly<Record<string, { readonly title: string }>>): readonly Step[] {
  return Object.entries(steps).map(([name, { title }], index) => ({
    ...{ number: index + 1, name, title },
  }));
}

function results(steps: readonly Step[], { passed, failed }: Run): StepResult[] {
  const held = new Set(passed);
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
