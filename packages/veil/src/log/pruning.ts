import { type TreeHead, VerificationError } from "@veil/crypto/portable";
import { decodeBase64, encodeBase64 } from "./base64.ts";
import { checkpointText, parseCheckpoint } from "./checkpoint.ts";
import type { NoteKey } from "./note-key.ts";
import {
  type NoteSigner,
  parseSignedNote,
  signText,
  type VerifyBytes,
  verifyText,
  writeSignedNote,
} from "./signed-note.ts";

/**
 * The statement that a log signs before it deletes its first `size` events. In its signed form, it
 * is a checkpoint with one extension line.
 */
export interface Pruning extends TreeHead {
  /** The chain hash of event `size`, to which the first remaining event refers. */
  readonly chainHash: Uint8Array;
  /** All deleted events are older than this time: RFC 3339 in whole seconds. */
  readonly before: string;
}

const HASH_BYTES = 32;
const LINE = /^pruned (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ) ([A-Za-z0-9+/=]+)$/;

/** Signs a pruning, whose origin is the name of the signing key. */
export function signPruning({ chainHash, before, ...head }: Pruning, signer: NoteSigner): string {
  const checkpoint = checkpointText({ ...head, origin: signer.key.name });
  const text = `${checkpoint}pruned ${before} ${encodeBase64(chainHash)}\n`;
  return writeSignedNote({ text, signatures: [signText(text, signer)] });
}

/**
 * Verifies and parses a pruning. It refuses a checkpoint without the extension line, which proves
 * that events were in the log, but not that they were allowed to be deleted.
 * @param keys - all keys that the log has had, from a trusted source
 * @throws VerificationError `malformed`, `unknown_key`, `bad_signature`; `wrong_origin` for the
 * pruning of another log
 */
export function openPruning(note: string, keys: readonly NoteKey[], verify: VerifyBytes): Pruning {
  const signed = parseSignedNote(note);
  const key = keys.find(({ name, keyId }) =>
    signed.signatures.some((each) => each.name === name && each.keyId === keyId),
  );
  if (key === undefined)
    throw new VerificationError("unknown_key", "Pruning: not signed by a key of the log");
  verifyText(signed, key, verify);
  const { origin, size, root } = parseCheckpoint(signed.text);
  if (origin !== key.name) throw new VerificationError("wrong_origin", "Pruning: of another log");
  return { size, root, ...parseLine(signed.text) };
}

function parseLine(text: string): Pick<Pruning, "before" | "chainHash"> {
  const [, before, encoded] = LINE.exec(text.split("\n").slice(3, -1).join("\n")) ?? [];
  if (before === undefined || encoded === undefined)
    throw new VerificationError("malformed", "Pruning: the checkpoint states none");
  const chainHash = decodeBase64(encoded, "Pruning");
  if (chainHash.length !== HASH_BYTES)
    throw new VerificationError("malformed", "Pruning: not a hash");
  return { before, chainHash };
}
