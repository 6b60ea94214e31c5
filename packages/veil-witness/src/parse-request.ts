import { VerificationError, verifying } from "@veil/crypto";
import type { Checkpoint } from "@veil/veil/log";
import { isSize, parseCheckpoint, parseSignedNote, type SignedNote } from "@veil/veil/log";

/** A parsed request (C2SP tlog-witness, section "add-checkpoint"). */
export interface CheckpointRequest {
  readonly oldSize: number;
  readonly proof: readonly Uint8Array[];
  readonly note: SignedNote;
  readonly checkpoint: Checkpoint;
}

const MAX_PROOF_LINES = 63;
const HASH = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Parses a request without verifying it. @throws VerificationError `malformed`, `duplicate_key` */
export function parseRequest(body: Uint8Array): CheckpointRequest {
  const text = verifying("malformed", "The body is not UTF-8", () => decoder.decode(body));
  const end = text.indexOf("\n\n");
  const [old = "", ...proof] = text.slice(0, Math.max(end, 0)).split("\n");
  const size = old.startsWith("old ") ? old.slice(4) : "";
  if (!isSize(size) || proof.length > MAX_PROOF_LINES || !proof.every((line) => HASH.test(line)))
    throw new VerificationError("malformed", "The body does not begin with old size and proof");
  const note = parseSignedNote(text.slice(end + 2));
  return {
    oldSize: Number(size),
    proof: proof.map((line) => Buffer.from(line, "base64")),
    note,
    checkpoint: parseCheckpoint(note.text),
  };
}
