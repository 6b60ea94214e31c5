import type { CustomerId } from "../../accounts/index.ts";
import type { CallTally } from "../activities/call-tally.ts";
import { contactOf, type JobFacts, type TracedResult } from "./job-facts.ts";

interface EndedCall {
  readonly customerId: CustomerId;
  readonly facts: Pick<JobFacts, "activity">;
}

/** The name under which calls are counted that may have reached a provider. */
const UNKNOWN = "unknown";

/** Counts the provider that a call reached, or may have reached. */
export function tallyProvider(
  tally: Pick<CallTally, "reached">,
  { customerId, facts: { activity } }: EndedCall,
  result: TracedResult,
): void {
  if (contactOf(result) === "not_reached") return;
  tally.reached({ customerId, activity }, result.provider ?? UNKNOWN);
}
