import { LogCheckpoint, LogConsistency, LogLeaves, LogTimeStamp } from "@veil/contracts/audit-log";
import { AuditVerification } from "@veil/contracts/audit-verification";
import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import { ServiceCallError, type ServiceClient } from "@veil/service-kit/http";
import { parseCheckpoint, parseSignedNote } from "@veil/veil/log";
import type { LogReader } from "../ports.ts";

/** Long enough for the verification of 10 000 events, which takes a second. */
const TIMEOUT_MS = 15_000;
const NOT_FOUND = 404;
const parseConsistency = checked(LogConsistency);
const parseLeaves = checked(LogLeaves);
const parseTimeStamp = checked(LogTimeStamp);
const parseVerification = checked(AuditVerification);
const parseNote = checked(LogCheckpoint);

export function createHttpLogReader(client: Pick<ServiceClient, "call">): LogReader {
  async function ask<T>(path: string, body: object | undefined, parse: (answer: unknown) => T) {
    const request = { path, timeoutMs: TIMEOUT_MS, parse, ...(body && { body }) };
    try {
      return await client.call(request);
    } catch (error) {
      if (!(error instanceof ServiceCallError)) throw error;
      if (error.status === NOT_FOUND) return undefined;
      throw unavailable(error);
    }
  }

  async function consistency(from: number, to: number): Promise<readonly string[]> {
    const proof = await ask("/consistency", { from, to }, parseConsistency);
    if (proof === undefined) throw unavailable();
    return proof.path;
  }

  return {
    consistency,
    async checkpoint(from) {
      const newest = await ask("/checkpoint", undefined, parseSized);
      if (newest === undefined) return undefined;
      const { checkpoint, size: to } = newest;
      if (from === undefined || from >= to) return { checkpoint, consistency: [] };
      return { checkpoint, consistency: [...(await consistency(from, to))] };
    },
    async leaves(after) {
      const leaves = await ask("/leaves", { after }, parseLeaves);
      if (leaves === undefined) throw unavailable();
      return leaves;
    },
    timeStamp: (size) => ask("/time-stamp", size === undefined ? {} : { size }, parseTimeStamp),
    async verify(newest) {
      const verification = await ask("/events/verify", { newest }, parseVerification);
      if (verification === undefined) throw unavailable();
      return verification;
    },
  };
}

function parseSized(answer: unknown): LogCheckpoint & { readonly size: number } {
  const { checkpoint } = parseNote(answer);
  return { checkpoint, size: parseCheckpoint(parseSignedNote(checkpoint).text).size };
}

function unavailable(cause?: unknown): ApiError {
  return new ApiError("audit_unavailable", "The audit service did not answer", {
    cause,
    retryAfterSeconds: 5,
  });
}
