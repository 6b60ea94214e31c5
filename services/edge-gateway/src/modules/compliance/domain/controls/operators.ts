import { type ReadTrail, readAccountChanges } from "../../../audit/index.ts";
import type { Control } from "../control.ts";

interface OperatorControlDeps {
  readonly readTrail: ReadTrail;
  readonly now: () => Date;
}

const DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;

/** Returns the control that shows the customer what operators changed. */
export function operatorControls({ readTrail, now }: OperatorControlDeps): readonly Control[] {
  return [
    {
      id: "operator_changes",
      title: "What operators changed for this customer",
      promise: "Every change that an operator makes for a customer is in the customer's audit log.",
      measuredBy: "edge gateway",
      method: "run_time_test",
      articles: ["5(2)", "28(3)(a)", "32(4)"],
      goals: ["transparency", "integrity"],
      async measure({ subject: owner }) {
        const until = now();
        const since = new Date(until.getTime() - DAYS * DAY_MS);
        const changes = await readAccountChanges(readTrail, { owner, since, until });
        if (changes === undefined)
          return {
            state: "unknown",
            reason: "The audit service did not respond",
            measuredAt: undefined,
          };
        const figures = changes.byType.map(([type, events]) => ({
          name: `${type} in ${DAYS} days`,
          value: events.filter(({ payload }) => payload["changed_by"] !== undefined).length,
        }));
        if (!changes.clipped) return { state: "met", measuredAt: until, figures };
        const reason = "There are more events than one reading returns";
        return { state: "unknown", reason, measuredAt: until, figures };
      },
    },
  ];
}
