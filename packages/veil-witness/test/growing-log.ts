import { consistencyPath, ed25519PrivateKey, merkleLeafHash, merkleRoot } from "@veil/crypto";
import { createNoteSigner } from "@veil/veil";
import { signCheckpoint } from "@veil/veil/log";

/** Creates a log that can have any number of events. */
export function createGrowingLog(origin = "example.com/log", seedByte = 7, event = "event") {
  const signer = createNoteSigner(origin, "ed25519", ed25519PrivateKey(Buffer.alloc(32, seedByte)));
  const leaves = (size: number) =>
    Array.from({ length: size }, (_, n) => merkleLeafHash(Buffer.from(`${event} ${n}`)));
  const note = (size: number) => signCheckpoint({ size, root: merkleRoot(leaves(size)) }, signer);
  const proof = (from: number, to: number) =>
    from === 0 || from >= to ? [] : consistencyPath(leaves(to), from);
  return {
    key: signer.key,
    note,
    /** Returns the body of an add-checkpoint request. */
    request(from: number, to: number, given = proof(from, to)): Buffer {
      const lines = given.map((hash) => `${Buffer.from(hash).toString("base64")}\n`).join("");
      return Buffer.from(`old ${from}\n${lines}\n${note(to)}`);
    },
    proof,
  };
}
