import { AuditQuery, type AuditQueryResponse } from "@veil/contracts/audit-query";
import { checked } from "@veil/contracts/parsing";
import { endpoint, jsonBody } from "@veil/service-kit/http";
import { Router } from "express";
import type { EventStore } from "../ports.ts";

const parse = checked(AuditQuery);
const BODY_LIMIT_BYTES = 4_096;

/**
 * `POST /events/query`: returns events, which the gateway shows to the customers and organizations
 * that they belong to.
 */
export function queryRoutes(store: Pick<EventStore, "newest">): Router {
  const router = Router();
  endpoint(router, "/events/query", {
    post: [
      jsonBody({ limitBytes: BODY_LIMIT_BYTES }),
      async (req, res) => {
        const body: AuditQueryResponse = await store.newest(parse(req.body));
        res.json(body);
      },
    ],
  });
  return router;
}
