import { checked } from "@veil/contracts/parsing";
import { type AuditVerificationResponse, VerificationQuery } from "@veil/contracts/public/admin";
import type { RequestHandler } from "express";
import type { VerifyAudit } from "../ports.ts";
import type { AdminContext } from "./context.ts";

export interface VerificationDeps extends Pick<AdminContext, "nowMs"> {
  readonly verifyAudit: VerifyAudit;
}

const parse = checked(VerificationQuery);
const DEFAULT_NEWEST = 1_000;

/** `GET /api/v1/admin/audit/verification`: says which events were verified and no more. */
export function verifyAuditLog({ verifyAudit, nowMs }: VerificationDeps): RequestHandler {
  return async function handleVerifyAuditLog(req, res) {
    const { newest } = parse(req.query);
    const verification = await verifyAudit(newest === undefined ? DEFAULT_NEWEST : Number(newest));
    const body: AuditVerificationResponse = {
      ...verification,
      whole_log: verification.first_seq === 1,
      verified_at: new Date(nowMs()).toISOString(),
    };
    res.json(body);
  };
}
