import type { TreeHead } from "@veil/crypto";
import type { EventStore } from "../ports.ts";
import { type BreakReason, type ChainHead, type ChainRow, GENESIS, verifyChain } from "./chain.ts";
import { createGrowingRoot } from "./log-tree.ts";

const PAGE = 1000;

/** `head`: the head row and the last event differ. */
export type LogVerification =
  | { readonly kind: "intact"; readonly count: number }
  | { readonly kind: "broken"; readonly seq: number; readonly reason: BreakReason | "head" };

/** Reads the log as it was at the begin, page by page. Appends may continue. */
export async function verifyLog(store: Readable): Promise<LogVerification> {
  return await verifyUpTo(await store.head(), store, 0);
}

/** `truncated`: the log has fewer events than the checkpoint. `checkpoint`: its first events up to `seq` are others. */
export type CheckpointVerification =
  | LogVerification
  | { readonly kind: "broken"; readonly seq: number; readonly reason: "truncated" | "checkpoint" };

/** The whole log, and that it begins with the events of the checkpoint. */
export async function verifyAgainst(
  checkpoint: TreeHead,
  store: Readable,
): Promise<CheckpointVerification> {
  const growing = createGrowingRoot();
  const result = await verifyUpTo(await store.head(), store, 0, (rows) => {
    for (const { hash } of rows.slice(0, checkpoint.size - growing.size)) growing.add(hash);
  });
  if (result.kind === "broken") return result;
  if (growing.size < checkpoint.size)
    return { kind: "broken", seq: growing.size + 1, reason: "truncated" };
  if (Buffer.compare(growing.root(), checkpoint.root) !== 0)
    return { kind: "broken", seq: checkpoint.size, reason: "checkpoint" };
  return result;
}

type Readable = Pick<EventStore, "head" | "readAfter">;

interface NewestVerification {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly result: LogVerification;
}

/** Only the newest events: the chain before them is not looked at. */
export async function verifyNewest(store: Readable, newest: number): Promise<NewestVerification> {
  const end = await store.head();
  const after = Math.max(0, end.seq - newest);
  const result = await verifyUpTo(end, store, after);
  return { firstSeq: after + 1, lastSeq: end.seq, result };
}

async function verifyUpTo(
  end: Awaited<ReturnType<Readable["head"]>>,
  store: Readable,
  after: number,
  visit: (rows: readonly ChainRow[]) => void = () => undefined,
): Promise<LogVerification> {
  if (end.greatestSeq !== end.seq)
    return { kind: "broken", seq: Math.min(end.seq, end.greatestSeq) + 1, reason: "head" };
  let reached = await headAt(store, after);
  if (reached === undefined) return { kind: "broken", seq: after, reason: "gap" };
  while (reached.seq < end.seq) {
    const rows = await store.readAfter(reached.seq, Math.min(PAGE, end.seq - reached.seq));
    if (rows.length === 0) return { kind: "broken", seq: reached.seq + 1, reason: "gap" };
    const result = verifyChain(rows, reached);
    if (result.kind === "broken") return result;
    visit(rows);
    reached = result.head;
  }
  if (Buffer.compare(reached.hash, end.hash) !== 0)
    return { kind: "broken", seq: end.seq, reason: "head" };
  return { kind: "intact", count: reached.seq - after };
}

async function headAt(store: Readable, seq: number): Promise<ChainHead | undefined> {
  if (seq === 0) return GENESIS;
  const [row] = await store.readAfter(seq - 1, 1);
  return row?.seq === seq ? { seq, hash: row.hash } : undefined;
}
