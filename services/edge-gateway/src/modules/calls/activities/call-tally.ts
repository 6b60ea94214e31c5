import type { Clock } from "@veil/contracts/clock";
import type { CustomerId } from "../../accounts/index.ts";
import type { CountKind, TalliedCount, TallyStore } from "./ports.ts";

interface TalliedCall {
  readonly customerId: CustomerId;
  readonly activity: string | undefined;
}

interface TalliedAnswer {
  /** The name that the provider returned. */
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/**
 * Counts calls in memory. The counts are stored every few seconds, so that calls do not wait for
 * it; a replica that is killed loses those of the last seconds.
 */
export interface CallTally {
  /** Counts an admitted call, with the number of replaced values of each type. */
  admitted(
    call: TalliedCall & {
      readonly keyId: string;
      readonly redactions: Readonly<Record<string, number>>;
    },
  ): void;
  /** Counts a call that reached this provider or may have, and what its model answered. */
  reached(call: TalliedCall, provider: string, answer?: TalliedAnswer): void;
  /** Counts an answered request. @param route - the path in the table of operations */
  answered(customerId: CustomerId, route: string): void;
  /** Counts a refused request. @param code - the error code in the table of errors */
  refused(customerId: CustomerId, code: string): void;
  /** Stores what has been counted. If that fails, the counts are kept for the next time. */
  flush(): Promise<void>;
}

interface TallyDeps {
  readonly store: TallyStore;
  /** Called when a count is dropped because too many are waiting. */
  readonly onDropped: () => void;
  readonly nowMs: Clock;
}

const HOUR_MS = 60 * 60_000;
/** The maximum number of different counts in memory while the database is unavailable. */
const MAX_WAITING = 100_000;

export function createCallTally({ store, onDropped, nowMs }: TallyDeps): CallTally {
  let waiting = new Map<string, TalliedCount>();

  function merge(count: TalliedCount): void {
    const { customerId, activity, hour, kind, name } = count;
    const key = [customerId, activity, hour.getTime(), kind, name].join(" ");
    const before = waiting.get(key);
    if (before === undefined && waiting.size >= MAX_WAITING) onDropped();
    else waiting.set(key, { ...count, count: (before?.count ?? 0) + count.count });
  }

  function add({ customerId, activity = "" }: TalliedCall, kind: CountKind, name = "", count = 1) {
    const hour = new Date(Math.floor(nowMs() / HOUR_MS) * HOUR_MS);
    merge({ customerId, activity, hour, kind, name, count });
  }

  return {
    admitted({ keyId, redactions, ...call }) {
      add(call, "calls");
      add(call, "key", keyId);
      for (const [type, count] of Object.entries(redactions)) add(call, "found", type, count);
    },
    reached(call, provider, answer) {
      add(call, "provider", provider);
      if (answer === undefined) return;
      add(call, "model", answer.model);
      add(call, "input_tokens", answer.model, answer.inputTokens);
      add(call, "output_tokens", answer.model, answer.outputTokens);
    },
    answered: (customerId, route) => add({ customerId, activity: undefined }, "route", route),
    refused: (customerId, code) => add({ customerId, activity: undefined }, "refused", code),
    async flush() {
      if (waiting.size === 0) return;
      const counts = [...waiting.values()];
      waiting = new Map();
      try {
        await store.add(counts);
      } catch (error) {
        for (const count of counts) merge(count);
        throw error;
      }
    },
  };
}
