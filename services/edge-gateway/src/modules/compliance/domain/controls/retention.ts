import type { SweptRule } from "../../ports.ts";
import type { Control } from "../control.ts";

interface RetentionControlDeps {
  /** Returns when each rule was last enforced. */
  readonly swept: () => Promise<readonly SweptRule[]>;
  readonly rules: readonly string[];
}

/** The sweep runs every hour; two runs may fail before the state is unknown. */
const SWEEP_VALID_MS = 3 * 60 * 60_000;

/** Returns the control for the deletion of data whose retention period has ended. */
export function retentionControls({ swept, rules }: RetentionControlDeps): readonly Control[] {
  return [
    {
      id: "retention",
      title: "Data is deleted when its period ends",
      promise: "A sweep deletes each kind of data when its retention period has ended.",
      measuredBy: "gateway sweep",
      method: "run_time_test",
      maxAgeMs: SWEEP_VALID_MS,
      articles: ["5(1)(e)", "17(1)", "30(1)(f)"],
      goals: ["data_minimization", "intervenability"],
      async measure() {
        const known = new Map((await swept()).map((row) => [row.rule, row]));
        const missing = rules.filter((rule) => !known.has(rule));
        if (missing.length > 0)
          return {
            state: "unknown",
            reason: `Never enforced: ${missing.join(", ")}`,
            measuredAt: undefined,
          };
        const all = [...known.values()];
        return {
          state: "met",
          measuredAt: new Date(Math.min(...all.map(({ sweptAt }) => sweptAt.getTime()))),
          figures: all.map(({ rule, kept, sweptAt }) => ({
            name: rule,
            value: `kept ${kept}; enforced ${sweptAt.toISOString()}`,
          })),
        };
      },
    },
  ];
}
