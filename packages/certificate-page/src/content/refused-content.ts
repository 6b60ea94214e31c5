import type { VerificationError } from "@veil/crypto/portable";
import { type Content, type Section, type StepResult, text } from "./content.ts";
import { failedStep } from "./step-results.ts";

interface Refused {
  readonly title: string;
  readonly steps: readonly StepResult[];
}

/**
 * Returns the content for a document that is not valid. It explains only the failed step, because
 * nothing else in the document can be trusted.
 */
export function refusedContent(
  { error: { code, message } }: { readonly error: VerificationError },
  { title, steps }: Refused,
): Content {
  const failed = failedStep(steps);
  return {
    title,
    result: {
      valid: false,
      text: `NOT VALID. Step ${failed.number} does not hold: ${failed.title}.`,
    },
    sections: [
      {
        heading: "Why",
        blocks: [
          text(`${sentence(message)} The code of the step is ${code}.`),
          text("Nothing that the document says is proven. The later steps were not checked."),
        ],
      },
      stepsSection(steps),
    ],
  };
}

export function stepsSection(steps: readonly StepResult[]): Section {
  return { heading: "The steps of the verification", blocks: [{ kind: "steps", steps }] };
}

/** Formats a message as a sentence. */
export function sentence(message: string): string {
  return `${message[0]?.toUpperCase() ?? ""}${message.slice(1)}.`;
}
