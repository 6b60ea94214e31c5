import type { Clock } from "@veil/contracts/clock";
import type { Logger } from "@veil/service-kit/telemetry";
import { createPeriodicTask } from "../../../platform/periodic-task.ts";
import { type Activities, createActivities } from "./activities.ts";
import { type CallTally, createCallTally } from "./call-tally.ts";
import type { ActivityStore, PersonalDataScan, TallyStore } from "./ports.ts";

interface ActivityCountsNeeds {
  readonly store: ActivityStore & TallyStore;
  readonly hasPersonalData: PersonalDataScan;
  readonly log: Logger;
  readonly nowMs: Clock;
}

export interface ActivityCounts {
  readonly activities: Activities;
  readonly tally: CallTally;
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
    start: task.start,
    async stop() {
      await task.stop();
      await tally.flush().catch(onError);
    },
  };
}
