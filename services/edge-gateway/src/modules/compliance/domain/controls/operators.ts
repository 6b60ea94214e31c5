import type { ReadTrail } from "../../../audit/index.ts";
import type { Control } from "../control.ts";

interface OperatorControlDeps {
  readonly readTrail: ReadTrail;
  readonly now: () => Date;
}

const DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;

/** The types of events that an operator can cause. An operator's event has `changed_by`. */
const TYPES = [
  "ACCOUNT_CREATED",
  "ACCOUNT_CHANGED",
  "ADMIN_CUSTOMER_MOVED",
  "ADMIN_PASSWORD_REMOVED",
  "ADMIN_PASSWORD_SET",
  "CALL_POLICY_CHANGED",
  "ENTITY_LIST_CREATED",
  "ENTITY_LIST_REPLACED",
  "ENTITY_LIST_DELETED",
  "ENTITY_POLICY_CHANGED",
  "KEY_ISSUED",
  "KEY_REVOKED",
  "KEY_ROTATED",
] as const;

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
        const trails = await Promise.all(
          TYPES.map((type) => readTrail({ by: "subject", owner, since, until, type })),
        );
        if (trails.some(({ source }) => source === "memory_buffer" || source === "none"))
          return {
            state: "unknown",
            reason: "The audit service did not respond",
            measuredAt: undefined,
          };
        const isClipped = trails.some(({ clipped }) => clipped);
        const figures = trails.map(({ events }, at) => ({
          name: `${TYPES[at]} in ${DAYS} days`,
          value: events.filter(({ payload }) => payload["changed_by"] !== undefined).length,
        }));
        if (!isClipped) return { state: "met", measuredAt: until, figures };
        const reason = "There are more events than one reading returns";
        return { state: "unknown", reason, measuredAt: until, figures };
      },
    },
  ];
}
