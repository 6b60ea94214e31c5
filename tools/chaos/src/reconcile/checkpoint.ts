import { readFileSync } from "node:fs";
import path from "node:path";
import { checked } from "@veil/contracts/parsing";
import { AuditCheckpointResponse } from "@veil/contracts/public/admin";
import { parseTrustBundle, verifyConsistency } from "@veil/crypto";
import type { Stack } from "@veil/local-stack";
import { verifyNoteBytes } from "@veil/veil";
import { type Checkpoint, openCheckpointOf } from "@veil/veil/log";

/** What each later state of the audit log must continue. */
export interface LogState {
  /** The newest entry. */
  readonly seq: string;
  readonly hash: string;
  /** The newest checkpoint, which the log has signed; undefined before the first event. */
  readonly checkpoint: Checkpoint | undefined;
}

interface ProvenCheckpoint {
  readonly checkpoint: Checkpoint;
  /** The proof that the log begins with the one of the given size. */
  readonly proof: readonly Uint8Array[];
}

const parseCheckpoint = checked(AuditCheckpointResponse);

/** Reads the newest checkpoint as an operator does. @throws Error for a wrong signature */
export async function readCheckpoint(
  stack: Stack,
  from?: number,
): Promise<ProvenCheckpoint | undefined> {
  const query = from === undefined ? "" : `?from=${from}`;
  const key = readFileSync(path.join(stack.stateDir, "admin-key"), "utf8").trim();
  const url = `${stack.gatewayUrl}/api/v1/admin/audit/checkpoint${query}`;
  const reply = await fetch(url, { headers: { "x-admin-key": key } });
  if (reply.status === 404) return undefined;
  if (reply.status !== 200) throw new Error(`The checkpoint got ${reply.status}`);
  const { checkpoint, consistency } = parseCheckpoint(await reply.json());
  return {
    checkpoint: openCheckpointOf(checkpoint, logKeys(stack), verifyNoteBytes),
    proof: consistency.map((hash) => Buffer.from(hash, "base64")),
  };
}

/** Returns whether the newest checkpoint is proven to continue an earlier one. */
export async function isCheckpointProven(
  stack: Stack,
  earlier: Checkpoint | undefined,
): Promise<boolean> {
  if (earlier === undefined) return true;
  const newest = await readCheckpoint(stack, earlier.size);
  if (newest === undefined) return false;
  return verifyConsistency({ from: earlier, to: newest.checkpoint, path: newest.proof });
}

function logKeys({ stateDir }: Stack): readonly Uint8Array[] {
  const trust = parseTrustBundle(readFileSync(path.join(stateDir, "keys/trust.json"), "utf8"));
  return trust.keys
    .filter(({ purpose }) => purpose === "checkpoint")
    .map(({ public_key }) => Buffer.from(public_key, "hex"));
}
