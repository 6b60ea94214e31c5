interface Signer {
  readonly name: string;
  /** When a witness signed. The log signs without a time. */
  readonly at?: Date;
}

/** A key id, the time in seconds, and an Ed25519 signature, in base64. */
const COSIGNATURE_LENGTH = 104;
const KEY_ID_BYTES = 4;

/**
 * Returns what a checkpoint says and who signed it, without verifying anything. Source: C2SP,
 * tlog-checkpoint, signed-note and tlog-cosignature.
 */
export function readCheckpoint(note: string): {
  readonly size: number;
  readonly signers: readonly Signer[];
} {
  const [, size = ""] = note.split("\n");
  const signers = [...note.matchAll(/^— (\S+) (\S+)$/gm)].map(([, name = "", signature = ""]) => ({
    name,
    ...(signature.length === COSIGNATURE_LENGTH && { at: timeOf(signature) }),
  }));
  return { size: Number(size), signers };
}

function timeOf(signature: string): Date {
  const bytes = Uint8Array.from(atob(signature), (char) => char.charCodeAt(0));
  return new Date(Number(new DataView(bytes.buffer).getBigUint64(KEY_ID_BYTES)) * 1000);
}
