import type { LogLeaves, LogTimeStamp } from "@veil/contracts/audit-log";
import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import {
  type AuditCheckpointResponse,
  type AuditVerificationResponse,
  CheckpointQuery,
  LeavesQuery,
  TimeStampQuery,
  VerificationQuery,
} from "@veil/contracts/public/admin";
import type { RequestHandler } from "express";
import type { AdminContext } from "./context.ts";

const parseCheckpoint = checked(CheckpointQuery);
const parseLeaves = checked(LeavesQuery);
const parseTimeStamp = checked(TimeStampQuery);

/**
 * Handles `GET /api/v1/admin/audit/checkpoint`. Operators keep the checkpoint and later compare the
 * log with it.
 */
export function readCheckpoint({ auditLog }: AdminContext): RequestHandler {
  return async function handleReadCheckpoint(req, res) {
    const { from } = parseCheckpoint(req.query);
    const body: AuditCheckpointResponse | undefined = await auditLog.checkpoint(
      from === undefined ? undefined : Number(from),
    );
    if (body === undefined) throw new ApiError("not_found", "There is no checkpoint yet");
    res.json(body);
  };
}

/**
 * Handles `GET /api/v1/admin/audit/leaves`. Leaves are hashes, which reveal nothing about the
 * events.
 */
export function readLeaves({ auditLog }: AdminContext): RequestHandler {
  return async function handleReadLeaves(req, res) {
    const body: LogLeaves = await auditLog.leaves(Number(parseLeaves(req.query).after));
    res.json(body);
  };
}

/** Handles `GET /api/v1/admin/audit/time-stamp`. */
export function readTimeStamp({ auditLog }: AdminContext): RequestHandler {
  return async function handleReadTimeStamp(req, res) {
    const { size } = parseTimeStamp(req.query);
    const body: LogTimeStamp | undefined = await auditLog.timeStamp(Number(size));
    if (body === undefined)
      throw new ApiError("not_found", "There is no time stamp that covers so many events");
    res.json(body);
  };
}

const parse = checked(VerificationQuery);
const DEFAULT_NEWEST = 1_000;

/**
 * Handles `GET /api/v1/admin/audit/verification`, which returns only the range of events that were
 * verified.
 */
export function verifyAuditLog({ auditLog, nowMs }: AdminContext): RequestHandler {
  return async function handleVerifyAuditLog(req, res) {
    const { newest } = parse(req.query);
    const verification = await auditLog.verify(
      newest === undefined ? DEFAULT_NEWEST : Number(newest),
    );
    const body: AuditVerificationResponse = {
      ...verification,
      whole_log: verification.first_seq === 1,
      verified_at: new Date(nowMs()).toISOString(),
    };
    res.json(body);
  };
}
