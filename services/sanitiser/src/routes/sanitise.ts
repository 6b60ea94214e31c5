import { contextOf, endpoint, readBody } from "@veil/service-kit/http";
import type { Logger } from "@veil/service-kit/telemetry";
import { Router } from "express";
import { type PoolOfSize, pickPool } from "../domain/pick-pool.ts";

/**
 * The gateway accepts 4 MB of JSON, in which `"k1":"",` becomes `{"name":"k1","text":""},`, three
 * times as long. The boxes of lists are additional.
 */
const BODY_LIMIT_BYTES = 32 * 1024 * 1024;

export function sanitiseRoutes(pools: () => readonly PoolOfSize[], log: Logger): Router {
  const router = Router();
  endpoint(router, "/sanitise", {
    post: [
      async (req, res) => {
        const body = await readBody(req, BODY_LIMIT_BYTES);
        const pool = pickPool(pools(), body.length);
        const { requestId, traceparent, gone } = contextOf(res);
        log.debug("sanitising", { request_id: requestId, traceparent, component: pool.name });
        const answer = await pool.sanitise(body, {}, gone());
        res.type("json").send(Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength));
      },
    ],
  });
  return router;
}
