import { consistencyPath, ed25519PrivateKey, merkleLeafHash, merkleRoot } from "@veil/crypto";
import { createNoteSigner } from "@veil/veil";
import { type NoteSigner, signCheckpoint, vkeyText } from "@veil/veil/log";
import type { FakeAnswer, Recorded } from "./fake-gateway.ts";

export const logSigner = createNoteSigner(
  "log.example/audit",
  "ed25519",
  ed25519PrivateKey(Buffer.alloc(32, 7)),
);
export const LOG_KEY = vkeyText(logSigner.key);
const PAGE = 3;
export const STAMP = Buffer.from("a time stamp");

const leaf = (event: string) => merkleLeafHash(Buffer.from(event));
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

export function noteOf(events: readonly string[], signer: NoteSigner = logSigner): string {
  return signCheckpoint({ size: events.length, root: merkleRoot(events.map(leaf)) }, signer);
}

export interface FakeLog {
  /** The events from which checkpoint and proofs are computed. */
  readonly signed: readonly string[];
  /** The events from which leaves are computed. */
  readonly stored?: readonly string[];
  readonly pruned?: number;
  readonly broken?: { readonly seq: number; readonly reason: string };
  readonly signer?: NoteSigner;
}

/** Returns the gateway's responses about a log. */
export function answersOf({ signed, stored = signed, pruned = 0, broken, signer }: FakeLog) {
  return ({ path }: Recorded): FakeAnswer => {
    const { pathname, searchParams } = new URL(path, "http://gateway");
    const number = (name: string) => Number(searchParams.get(name));
    if (pathname.endsWith("/checkpoint")) {
      const from = number("from");
      const provable = from > 0 && from < signed.length;
      const consistency = provable ? consistencyPath(signed.map(leaf), from).map(base64) : [];
      return { body: { checkpoint: noteOf(signed, signer), consistency } };
    }
    if (pathname.endsWith("/time-stamp")) {
      const consistency = consistencyPath(signed.map(leaf), number("size")).map(base64);
      const time_stamp = STAMP.toString("base64");
      return { body: { checkpoint: noteOf(signed, signer), path: consistency, time_stamp } };
    }
    return { body: pageOf({ stored, pruned, broken }, number("after")) };
  };
}

function pageOf(
  {
    stored,
    pruned,
    broken,
  }: Required<Pick<FakeLog, "stored" | "pruned">> & {
    readonly broken: FakeLog["broken"] | undefined;
  },
  after: number,
) {
  const last = broken === undefined ? stored.length : broken.seq - 1;
  const shown = stored.slice(after, Math.min(after + PAGE, last));
  return {
    leaves: shown.map((event) => base64(leaf(event))),
    pruned: Math.max(0, Math.min(shown.length, pruned - after)),
    broken: broken !== undefined && after + shown.length >= last ? broken : null,
  };
}
