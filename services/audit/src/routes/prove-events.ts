import {
  type LogCheckpoint,
  type LogConsistency,
  LogConsistencyRequest,
  type LogInclusion,
  LogInclusionRequest,
  type LogInclusions,
  type LogTimeStamp,
  LogTimeStampRequest,
} from "@veil/contracts/audit-log";
import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import { endpoint, jsonBody } from "@veil/service-kit/http";
import { type RequestHandler, Router } from "express";
import type {
  CheckpointStore,
  LocatedEvent,
  StoredCheckpoint,
} from "../checkpoints/checkpoint-ports.ts";
import type { LogTree } from "../domain/log-tree.ts";

interface ProofDeps {
  readonly checkpoints: CheckpointStore;
  readonly tree: LogTree;
  /** The names and key ids of the configured witnesses. */
  readonly witnesses: readonly string[];
}

const parseInclusion = checked(LogInclusionRequest);
const parseConsistency = checked(LogConsistencyRequest);
const parseTimeStamp = checked(LogTimeStampRequest);
const body = jsonBody({ limitBytes: 1_024 });
const idsBody = jsonBody({ limitBytes: 16_384 });

/**
 * Routes with proofs for third parties that an event is in the log, and that the log has only
 * grown.
 */
export function proofRoutes(deps: ProofDeps): Router {
  const router = Router();
  endpoint(router, "/checkpoint", { get: [answerCheckpoint(deps)] });
  endpoint(router, "/inclusion", { post: [idsBody, answerInclusion(deps)] });
  endpoint(router, "/consistency", { post: [body, answerConsistency(deps)] });
  endpoint(router, "/time-stamp", { post: [body, answerTimeStamp(deps)] });
  return router;
}

function answerCheckpoint({ checkpoints }: ProofDeps): RequestHandler {
  return async (_req, res) => {
    const latest = await checkpoints.latest();
    if (latest === undefined) throw new ApiError("not_found", "There is no checkpoint yet");
    const answer: LogCheckpoint = { checkpoint: noteOf(latest) };
    res.json(answer);
  };
}

function answerInclusion(deps: ProofDeps): RequestHandler {
  const { checkpoints, witnesses } = deps;
  return async (req, res) => {
    const { event_ids, cosigned } = parseInclusion(req.body);
    const events = await checkpoints.locate(event_ids);
    const indexes = events.flatMap((event) => (event === undefined ? [] : [event.seq - 1]));
    const cosignedBy = cosigned ? witnesses : [];
    const covering = { first: Math.min(...indexes), last: Math.max(...indexes), cosignedBy };
    const checkpoint = indexes.length === 0 ? undefined : await checkpoints.name(covering);
    const answer: LogInclusions = {
      checkpoint: checkpoint === undefined ? null : noteOf(checkpoint),
      proofs: await proofsOf(deps, events, checkpoint?.size ?? 0),
    };
    res.json(answer);
  };
}

async function proofsOf(
  { tree }: Pick<ProofDeps, "tree">,
  events: readonly (LocatedEvent | undefined)[],
  size: number,
): Promise<(LogInclusion | null)[]> {
  const covered = events.filter((event) => event !== undefined).filter(({ seq }) => seq <= size);
  const indexes = covered.map(({ seq }) => seq - 1);
  const paths = await tree.inclusions(indexes, size);
  const pathOf = new Map(covered.map((event, at) => [event.seq, paths[at]]));
  return events.map((event) => {
    const path = event && pathOf.get(event.seq);
    if (event === undefined || path === undefined) return null;
    const { seq, prevHash, canonical } = event;
    return {
      ...{ seq, prev_hash: base64(prevHash), canonical },
      ...{ index: seq - 1, path: path.map(base64) },
    };
  });
}

function answerConsistency({ checkpoints, tree }: ProofDeps): RequestHandler {
  return async (req, res) => {
    const { from, to } = parseConsistency(req.body);
    const size = (await checkpoints.latest())?.size ?? 0;
    if (from > to || to > size) throw new ApiError("not_found", "The log has no such size");
    const answer: LogConsistency = { path: (await tree.consistency(from, to)).map(base64) };
    res.json(answer);
  };
}

function answerTimeStamp({ checkpoints, tree }: ProofDeps): RequestHandler {
  return async (req, res) => {
    const { size = (await checkpoints.latestTimeStamp())?.size } = parseTimeStamp(req.body);
    const stamp = size === undefined ? undefined : await checkpoints.timeStampFrom(size);
    if (size === undefined || stamp === undefined)
      throw new ApiError("not_found", "There is no such time stamp yet");
    const path = await tree.consistency(size, stamp.size);
    const answer: LogTimeStamp = {
      ...{ checkpoint: stamp.note, path: path.map(base64), time_stamp: base64(stamp.reply) },
    };
    res.json(answer);
  };
}

function noteOf({ note, cosignatures }: StoredCheckpoint): string {
  return note + cosignatures.map(({ line }) => line).join("");
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}
