import type { CallRoute } from "@veil/service-kit/http";
import type { Logger } from "@veil/service-kit/telemetry";
import { type PoolOfSize, pickPool } from "../domain/pick-pool.ts";

/**
 * The gateway accepts 4 MB of JSON, in which `"k1":"",` becomes `{"name":"k1","text":""},`, three
 * times as long. The boxes of lists are additional.
 */
const BODY_LIMIT_BYTES = 32 * 1024 * 1024;

export function sanitiseRoute(pools: () => readonly PoolOfSize[], log: Logger): CallRoute {
  return {
    path: "/sanitise",
    limitBytes: BODY_LIMIT_BYTES,
    repeatable: true,
    async answer({ body, context: { requestId, gone } }) {
      const pool = pickPool(pools(), body.length);
      log.debug("sanitising", { request_id: requestId, component: pool.name });
      return await pool.sanitise(body, {}, gone());
    },
  };
}
