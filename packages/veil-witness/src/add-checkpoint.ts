import type { Clock } from "@veil/contracts/clock";
import { merkleRoot, VerificationError, verifyConsistency } from "@veil/crypto";
import { verifyNoteBytes } from "@veil/veil";
import {
  type Checkpoint,
  cosign,
  type NoteKey,
  type NoteSigner,
  signatureLine,
  verifyText,
} from "@veil/veil/log";
import { type CheckpointRequest, parseRequest } from "./parse-request.ts";
import type { WitnessStates } from "./state-folder.ts";

export interface WitnessResponse {
  readonly status: 200 | 400 | 403 | 404 | 409 | 422;
  readonly type: "text/plain; charset=utf-8" | "text/x.tlog.size";
  readonly body: string;
}

export type AddCheckpoint = (body: Uint8Array) => Promise<WitnessResponse>;

interface WitnessDeps {
  /** The keys of the logs. One log may have several keys. */
  readonly logs: readonly NoteKey[];
  readonly signer: NoteSigner;
  readonly states: WitnessStates;
  readonly nowMs: Clock;
}

/**
 * Creates a witness (C2SP tlog-witness). It handles the requests of one log one after another, so
 * that check and save are atomic.
 */
export function createWitness({ logs, signer, states, nowMs }: WitnessDeps): AddCheckpoint {
  const queues = new Map<string, Promise<unknown>>();

  /** Checks a request in the order that C2SP tlog-witness requires. */
  async function decide(request: CheckpointRequest): Promise<WitnessResponse> {
    const { oldSize, note, checkpoint } = request;
    const latest = states.latest(checkpoint.origin);
    if (oldSize !== (latest?.size ?? 0)) return conflict(latest);
    if (latest?.size === checkpoint.size && !isSameRoot(latest, checkpoint))
      return conflict(latest);
    if (!isConsistent(request, latest)) return refusal(422, "The consistency proof is wrong");
    if (latest === undefined || checkpoint.size > latest.size) await states.save(note.text);
    const line = signatureLine(cosign(note.text, signer, Math.floor(nowMs() / 1_000)));
    return { status: 200, type: "text/plain; charset=utf-8", body: line };
  }

  function afterTheOthers<T>(origin: string, work: () => Promise<T>): Promise<T> {
    const done = (queues.get(origin) ?? Promise.resolve()).then(work);
    queues.set(
      origin,
      done.catch(() => undefined),
    );
    return done;
  }

  return async function addCheckpoint(body) {
    const request = parsed(body);
    if (request === undefined) return refusal(400, "The body is no add-checkpoint request");
    const { origin, size } = request.checkpoint;
    const keys = logs.filter(({ name }) => name === origin);
    if (keys.length === 0) return refusal(404, "The log is unknown");
    if (!isSigned(request, keys)) return refusal(403, "No key of the log signed it");
    if (request.oldSize > size) return refusal(400, "The old size is above the checkpoint's");
    return await afterTheOthers(origin, () => decide(request));
  };
}

function parsed(body: Uint8Array): CheckpointRequest | undefined {
  return orUndefined(() => parseRequest(body));
}

function isSigned({ note }: CheckpointRequest, keys: readonly NoteKey[]): boolean {
  const signed = (key: NoteKey) => {
    verifyText(note, key, verifyNoteBytes);
    return true;
  };
  return keys.some((key) => orUndefined(() => signed(key)));
}

function orUndefined<T>(step: () => T): T | undefined {
  try {
    return step();
  } catch (error) {
    if (error instanceof VerificationError) return undefined;
    throw error;
  }
}

/**
 * Returns whether the checkpoint is consistent with the last cosigned one. An empty tree has only
 * one root, and nothing can be proven about it.
 */
function isConsistent(
  { proof, checkpoint }: CheckpointRequest,
  latest: Checkpoint | undefined,
): boolean {
  if (checkpoint.size === 0)
    return proof.length === 0 && Buffer.compare(checkpoint.root, merkleRoot([])) === 0;
  if (latest === undefined || latest.size === 0) return proof.length === 0;
  return verifyConsistency({ from: latest, to: checkpoint, path: proof });
}

function isSameRoot(latest: Checkpoint, { root }: Checkpoint): boolean {
  return Buffer.compare(latest.root, root) === 0;
}

function conflict(latest: Checkpoint | undefined): WitnessResponse {
  return { status: 409, type: "text/x.tlog.size", body: `${latest?.size ?? 0}\n` };
}

function refusal(status: 400 | 403 | 404 | 422, problem: string): WitnessResponse {
  return { status, type: "text/plain; charset=utf-8", body: `${problem}\n` };
}
