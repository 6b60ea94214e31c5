import { randomUUID } from "node:crypto";
import {
  createGrowingRoot,
  ed25519PrivateKey,
  merkleLeafHash,
  type Subtree,
  sha256,
} from "@veil/crypto";
import { createNoteSigner } from "@veil/veil";
import { type NoteSigner, signPruning } from "@veil/veil/log";
import { archiveEntry, archiveHeader } from "@veil/veil/log-archive";

/** The signer of a log with this name. Each name has another key. */
export function testLogSigner(name: string): NoteSigner {
  return createNoteSigner(name, "ed25519", ed25519PrivateKey(sha256(Buffer.from(name))));
}

/** Returns the texts of events, each of another minute of one day. */
export function archivedTexts(count: number): string[] {
  return Array.from({ length: count }, (_, minute) =>
    JSON.stringify({
      actor: "system",
      event_id: randomUUID(),
      event_type: "KEY_ISSUED",
      occurred_at: new Date(Date.UTC(2026, 0, 31, 0, minute)).toISOString(),
      // A line separator of Unicode, which JSON does not escape.
      payload: { model: "a\u2028b" },
      scope: "5c".repeat(32),
    }),
  );
}

/**
 * Returns the archives of a log that was pruned at each of these sizes, decompressed.
 * @param sizes - numbers of events, in ascending order
 */
export function testArchives(
  texts: readonly string[],
  sizes: readonly number[],
  signer: NoteSigner,
): string[] {
  let [chainHash, after]: [Uint8Array, string | null] = [Buffer.alloc(32), null];
  const leaves: Uint8Array[] = [];
  return sizes.map((size) => {
    const subtrees = subtreesOf(leaves).map(({ hash }) => hash);
    const lines = texts.slice(leaves.length, size).map((text) => {
      chainHash = chained(chainHash, leaves.length + 1, text);
      leaves.push(merkleLeafHash(chainHash));
      return archiveEntry(chainHash, text);
    });
    const root = createGrowingRoot(subtreesOf(leaves)).root();
    const pruning = signPruning({ size, root, chainHash, before: "2026-02-01T00:00:00Z" }, signer);
    const header = archiveHeader({ after, subtrees, pruning });
    after = pruning;
    return header + lines.join("");
  });
}

/** Computes the chain hash from its definition, not with the verifier's code. */
function chained(previous: Uint8Array, seq: number, text: string): Uint8Array {
  const seqBytes = Buffer.alloc(8);
  seqBytes.writeBigUInt64BE(BigInt(seq));
  return sha256(Buffer.concat([Buffer.of(0), previous, seqBytes, Buffer.from(text)]));
}

/** Returns the complete subtrees of a tree, the largest first. */
function subtreesOf(leaves: readonly Uint8Array[]): Subtree[] {
  if (leaves.length === 0) return [];
  const level = Math.floor(Math.log2(leaves.length));
  const growing = createGrowingRoot();
  for (const leaf of leaves.slice(0, 2 ** level)) growing.add(leaf);
  return [{ level, hash: growing.root() }, ...subtreesOf(leaves.slice(2 ** level))];
}
