import { AuditVerification } from "@veil/contracts/audit-verification";
import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import { ServiceCallError, type ServiceClient } from "@veil/service-kit/http";
import type { VerifyAudit } from "../ports.ts";

/** 10 000 events take a second. */
const TIMEOUT_MS = 15_000;
const parse = checked(AuditVerification);

export function createHttpAuditVerifier(client: Pick<ServiceClient, "call">): VerifyAudit {
  return async (newest) => {
    try {
      return await client.call({
        path: "/events/verify",
        body: { newest },
        timeoutMs: TIMEOUT_MS,
        parse: (answer) => parse(answer),
      });
    } catch (error) {
      if (!(error instanceof ServiceCallError)) throw error;
      throw new ApiError("audit_unavailable", "The audit service did not answer", {
        cause: error,
        retryAfterSeconds: 5,
      });
    }
  };
}
