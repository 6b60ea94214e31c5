import { LogLeaves, LogTimeStamp } from "../../audit/log.ts";
import {
  AuditCheckpointResponse,
  AuditVerificationResponse,
  CheckpointQuery,
  LeavesQuery,
  TimeStampQuery,
  VerificationQuery,
} from "../../public/admin.ts";
import { admin } from "./admin-operation.ts";

/**
 * Excludes the error for an unavailable database, because these operations call only the audit
 * service.
 */
const never = ["inference_service_unavailable"] as const;

export const AUDIT_LOG = [
  ...admin("/audit/verification", [
    {
      method: "get",
      id: "adminVerifyAudit",
      summary: "Verifies the newest events of the audit log",
      never,
      query: VerificationQuery,
      answers: {
        200: { description: "What was verified", schema: AuditVerificationResponse },
      },
      errors: ["invalid_field", "audit_unavailable"],
    },
  ]),
  ...admin("/audit/checkpoint", [
    {
      method: "get",
      id: "adminReadCheckpoint",
      summary:
        "The newest checkpoint of the audit log, and that the log only grew since a former size",
      never,
      query: CheckpointQuery,
      answers: { 200: { description: "The checkpoint", schema: AuditCheckpointResponse } },
      errors: ["invalid_field", "not_found", "audit_unavailable"],
    },
  ]),
  ...admin("/audit/leaves", [
    {
      method: "get",
      id: "adminReadLeaves",
      summary: "Hashes of the audit log's events, computed anew, to compute its tree from",
      never,
      query: LeavesQuery,
      answers: { 200: { description: "The next leaves", schema: LogLeaves } },
      errors: ["invalid_field", "missing_field", "audit_unavailable"],
    },
  ]),
  ...admin("/audit/time-stamp", [
    {
      method: "get",
      id: "adminReadTimeStamp",
      summary: "The earliest time stamp (RFC 3161) of a checkpoint that covers that many events",
      never,
      query: TimeStampQuery,
      answers: { 200: { description: "The time stamp", schema: LogTimeStamp } },
      errors: ["invalid_field", "missing_field", "not_found", "audit_unavailable"],
    },
  ]),
];
