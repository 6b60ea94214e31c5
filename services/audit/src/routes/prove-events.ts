import {
  type LogCheckpoint,
  type LogConsistency,
  LogConsistencyRequest,
  type LogInclusion,
  LogInclusionRequest,
} from "@veil/contracts/audit-log";
import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import { endpoint, jsonBody } from "@veil/http-kit";
import { type RequestHandler, Router } from "express";
import type { CheckpointStore, StoredCheckpoint } from "../checkpoint-ports.ts";
import type { LogTree } from "../domain/log-tree.ts";

interface ProofDeps {
  readonly checkpoints: CheckpointStore;
  readonly tree: LogTree;
}

const parseInclusion = checked(LogInclusionRequest);
const parseConsistency = checked(LogConsistencyRequest);
const body = jsonBody({ limitBytes: 1_024 });

/** For the gateway: what proves to others that an event is in the log, and that the log only grew. */
export function proofRoutes(deps: ProofDeps): Router {
  const router = Router();
  endpoint(router, "/checkpoint", { get: [answerCheckpoint(deps)] });
  endpoint(router, "/inclusion", { post: [body, answerInclusion(deps)] });
  endpoint(router, "/consistency", { post: [body, answerConsistency(deps)] });
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

function answerInclusion({ checkpoints, tree }: ProofDeps): RequestHandler {
  return async (req, res) => {
    const { event_id } = parseInclusion(req.body);
    const event = await checkpoints.locate(event_id);
    if (event === undefined) throw new ApiError("not_found", "The event is not in the log");
    const index = event.seq - 1;
    const checkpoint = await checkpoints.name(index);
    if (checkpoint === undefined)
      throw new ApiError("busy", "No checkpoint covers the event yet", { retryAfterSeconds: 1 });
    const answer: LogInclusion = {
      seq: event.seq,
      prev_hash: base64(event.prevHash),
      canonical: event.canonical,
      index,
      path: (await tree.inclusion(index, checkpoint.size)).map(base64),
      checkpoint: noteOf(checkpoint),
    };
    res.json(answer);
  };
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

function noteOf({ note, cosignatures }: StoredCheckpoint): string {
  return note + cosignatures.map(({ line }) => line).join("");
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}
