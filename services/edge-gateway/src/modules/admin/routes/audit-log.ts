import type { LogLeaves, LogTimeStamp } from "@veil/contracts/audit-log";
import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import {
  type AuditCheckpointResponse,
  CheckpointQuery,
  LeavesQuery,
  TimeStampQuery,
} from "@veil/contracts/public/admin";
import type { RequestHandler } from "express";
import type { LogForOperators } from "../ports.ts";

export interface AuditLogDeps {
  readonly auditLog: LogForOperators;
}

const parseCheckpoint = checked(CheckpointQuery);
const parseLeaves = checked(LeavesQuery);
const parseTimeStamp = checked(TimeStampQuery);

/** `GET /api/v1/admin/audit/checkpoint`: operators keep it and later compare the log with it. */
export function readCheckpoint({ auditLog }: AuditLogDeps): RequestHandler {
  return async function handleReadCheckpoint(req, res) {
    const { from } = parseCheckpoint(req.query);
    const body: AuditCheckpointResponse | undefined = await auditLog.checkpoint(
      from === undefined ? undefined : Number(from),
    );
    if (body === undefined) throw new ApiError("not_found", "There is no checkpoint yet");
    res.json(body);
  };
}

/** `GET /api/v1/admin/audit/leaves`: hashes, which say nothing about the events. */
export function readLeaves({ auditLog }: AuditLogDeps): RequestHandler {
  return async function handleReadLeaves(req, res) {
    const body: LogLeaves = await auditLog.leaves(Number(parseLeaves(req.query).after));
    res.json(body);
  };
}

/** `GET /api/v1/admin/audit/time-stamp` */
export function readTimeStamp({ auditLog }: AuditLogDeps): RequestHandler {
  return async function handleReadTimeStamp(req, res) {
    const { size } = parseTimeStamp(req.query);
    const body: LogTimeStamp | undefined = await auditLog.timeStamp(Number(size));
    if (body === undefined)
      throw new ApiError("not_found", "There is no time stamp that covers so many events");
    res.json(body);
  };
}
