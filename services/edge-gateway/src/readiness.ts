import type { ReadyCheck } from "@veil/service-kit/http";
import { coalesce } from "./platform/batcher.ts";
import type { Stores } from "./stores.ts";

interface ReadinessNeeds {
  readonly stores: Pick<Stores, "isUp" | "isSchemaCurrent">;
  readonly isDataOpened: () => Promise<boolean>;
  readonly state: () => { readonly jobs: "up" | "down"; readonly wakeUps: "up" | "down" };
}

/**
 * How long the result of `/ready` is cached. It is cached because the endpoint is public and
 * queries the database.
 */
const READINESS_KEPT_MS = 1_000;

/** Creates the checks of `/ready`. */
export function createReadiness(needs: ReadinessNeeds): () => Promise<readonly ReadyCheck[]> {
  const { stores, isDataOpened, state } = needs;
  return coalesce(READINESS_KEPT_MS, async () => {
    const { jobs, wakeUps } = state();
    return [
      { name: "database", ok: await stores.isUp() },
      { name: "schema", ok: await stores.isSchemaCurrent() },
      { name: "data-key", ok: await isDataOpened() },
      { name: "job-transport", ok: jobs === "up" },
      // Wake-ups are not required, because without them waiting requests poll once a second.
      { name: wakeUps === "up" ? "wake-ups" : "wake-ups (degraded)", ok: true },
    ];
  });
}
