import { LogLeavesRequest, MAX_LEAVES } from "@veil/contracts/audit-log";
import { checked } from "@veil/contracts/parsing";
import { endpoint, jsonBody } from "@veil/service-kit/http";
import { Router } from "express";
import type { CheckpointStore } from "../checkpoints/checkpoint-ports.ts";
import { leavesAfter } from "../domain/log-leaves.ts";
import type { ReadLogStart } from "../domain/log-start.ts";
import type { EventStore } from "../ports.ts";

interface LeavesRouteDeps {
  readonly store: Pick<EventStore, "readAfter">;
  readonly checkpoints: Pick<CheckpointStore, "nodes">;
  readonly readLogStart: ReadLogStart;
}

const parse = checked(LogLeavesRequest);
const BODY_LIMIT_BYTES = 1_024;

/**
 * `POST /leaves`: returns leaf hashes, from which an administrator recomputes the tree to compare
 * it with a checkpoint.
 */
export function leafRoutes({ store, checkpoints, readLogStart }: LeavesRouteDeps): Router {
  const { nodes } = checkpoints;
  const deps = { events: store, nodes, readLogStart, limit: MAX_LEAVES };
  const router = Router();
  endpoint(router, "/leaves", {
    post: [
      jsonBody({ limitBytes: BODY_LIMIT_BYTES }),
      async (req, res) => {
        res.json(await leavesAfter(parse(req.body).after, deps));
      },
    ],
  });
  return router;
}
