import type { CustomerId } from "../../accounts/index.ts";
import type { CallTally } from "../activities/call-tally.ts";
import { contactOf, type JobFacts, type TracedResult } from "./job-facts.ts";

interface EndedCall {
  readonly customerId: CustomerId;
  readonly facts: Pick<JobFacts, "activity">;
}

/** The name under which calls are counted that may have reached a provider. */
const UNKNOWN = "unknown";
/** The form of a model's name. A provider could return anything, and counts are stored in clear. */
export const MODEL = /^[A-Za-z0-9][A-Za-z0-9._:/@-]{0,127}$/;
/** The name under which calls are counted whose model has a name of another form. */
const OTHER = "other";

/** Counts the provider that a call reached, or may have reached, and what its model answered. */
export function tallyEnd(
  tally: Pick<CallTally, "reached">,
  { customerId, facts: { activity } }: EndedCall,
  result: TracedResult,
): void {
  if (contactOf(result) === "not_reached") return;
  tally.reached({ customerId, activity }, result.provider ?? UNKNOWN, answerOf(result));
}

function answerOf(result: TracedResult) {
  if (result.outcome !== "completed") return undefined;
  const { model_used, input_tokens: inputTokens, output_tokens: outputTokens } = result;
  return { model: MODEL.test(model_used) ? model_used : OTHER, inputTokens, outputTokens };
}
