import {
  type AuditVerification,
  AuditVerificationRequest,
} from "@veil/contracts/audit-verification";
import { checked } from "@veil/contracts/parsing";
import { endpoint, jsonBody } from "@veil/service-kit/http";
import { Router } from "express";
import type { ReadLogStart } from "../domain/log-start.ts";
import { verifyNewest } from "../domain/verify-log.ts";
import type { EventStore } from "../ports.ts";

const parse = checked(AuditVerificationRequest);
const BODY_LIMIT_BYTES = 1_024;

/**
 * `POST /events/verify`: verifies the newest events. The gateway calls it on behalf of an
 * administrator.
 */
export function verificationRoutes(
  store: Pick<EventStore, "head" | "readAfter">,
  readLogStart: ReadLogStart,
): Router {
  const router = Router();
  endpoint(router, "/events/verify", {
    post: [
      jsonBody({ limitBytes: BODY_LIMIT_BYTES }),
      async (req, res) => {
        const { newest } = parse(req.body);
        const { firstSeq, lastSeq, result } = await verifyNewest(store, newest, readLogStart);
        const body: AuditVerification = {
          status: result.kind,
          first_seq: firstSeq,
          last_seq: lastSeq,
          ...(result.kind === "broken" && { broken_seq: result.seq, reason: result.reason }),
        };
        res.json(body);
      },
    ],
  });
  return router;
}
