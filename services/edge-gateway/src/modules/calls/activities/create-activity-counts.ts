import type { Clock } from "@veil/contracts/clock";
import type { Logger } from "@veil/service-kit/telemetry";
import type { RequestHandler } from "express";
import { createPeriodicTask } from "../../../platform/periodic-task.ts";
import { type Activities, createActivities } from "./activities.ts";
import { type CallTally, createCallTally } from "./call-tally.ts";
import { createCountUse } from "./middleware/count-use.ts";
import type { ActivityStore, PersonalDataScan, TallyReader, TallyStore } from "./ports.ts";
import { readUsageHistory } from "./routes/usage-history.ts";

interface ActivityCountsNeeds {
  readonly store: ActivityStore & TallyStore & TallyReader;
  readonly hasPersonalData: PersonalDataScan;
  readonly log: Logger;
  readonly nowMs: Clock;
}

export interface ActivityCounts {
  readonly activities: Activities;
  readonly tally: CallTally;
  readonly countUse: ReturnType<typeof createCountUse>;
  /** Handles `GET /api/v1/usage/history`. */
  readonly readHistory: RequestHandler;
  start(): void;
  /** Stores what has been counted until now. */
  stop(): Promise<void>;
}

const INTERVAL_MS = 5_000;

/** Creates the activities, the tally, and the task that stores the tally. */
export function createActivityCounts(needs: ActivityCountsNeeds): ActivityCounts {
  const { store, hasPersonalData, log, nowMs } = needs;
  const tally = createCallTally({
    store,
    onDropped: () => log.error("call_not_tallied", {}),
    nowMs,
  });
  const onError = (error: unknown) => log.warn("tally_not_stored", { error });
  const task = createPeriodicTask({ intervalMs: INTERVAL_MS, onError }, tally.flush);
  return {
    activities: createActivities({ store, hasPersonalData }),
    tally,
    countUse: createCountUse(tally),
    readHistory: readUsageHistory({ tallies: store, tally, nowMs }),
    start: task.start,
    async stop() {
      await task.stop();
      await tally.flush().catch(onError);
    },
  };
}
