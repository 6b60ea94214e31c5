import type { InjectedFault } from "../faults/fault.ts";
import type { PlayedRound } from "../play-round.ts";
import type { Discrepancy } from "../reconcile/reconcile.ts";

/** What the report needs of a round. */
export interface RoundResult {
  readonly round: number;
  readonly fault: InjectedFault;
  readonly sent: number;
  /** Calls that were neither refused nor lost. */
  readonly accepted: number;
  /** The number of calls that were not completed, by code. */
  readonly failures: Readonly<Record<string, number>>;
  readonly recoveredMs: number | undefined;
  readonly discrepancies: number;
}

export function roundResult(
  round: number,
  fault: InjectedFault,
  { ended, recoveredMs }: PlayedRound,
  discrepancies: readonly Discrepancy[],
): RoundResult {
  const failures: Record<string, number> = {};
  for (const { outcome } of ended) {
    if (outcome.kind === "completed") continue;
    const code = "code" in outcome ? outcome.code : outcome.kind;
    failures[code] = (failures[code] ?? 0) + 1;
  }
  return {
    ...{ round, fault, failures, recoveredMs },
    sent: ended.length,
    accepted: ended.filter(({ outcome: { kind } }) => kind !== "refused" && kind !== "lost").length,
    discrepancies: discrepancies.length,
  };
}
