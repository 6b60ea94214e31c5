import { createGrowingRoot, merkleLeafHash, type TreeHead } from "@veil/crypto";
import type { EventStore } from "../ports.ts";
import { type BreakReason, type ChainHead, type ChainRow, verifyChain } from "./chain.ts";
import { type LogStart, type ReadLogStart, readUnprunedStart } from "./log-start.ts";

const PAGE = 1000;

/**
 * `head`: the head row and the last event differ. `pruning`: the first events are missing although
 * the log signed no such pruning.
 */
export type LogVerification =
  | { readonly kind: "intact"; readonly count: number }
  | { readonly kind: "broken"; readonly seq: number; readonly reason: LogBreak };
type LogBreak = BreakReason | "head" | "pruning";

/**
 * `truncated`: the log has fewer events than the checkpoint. `checkpoint`: its first events up to
 * `seq` differ.
 */
export type CheckpointVerification =
  | LogVerification
  | { readonly kind: "broken"; readonly seq: number; readonly reason: "truncated" | "checkpoint" };

type Readable = Pick<EventStore, "head" | "readAfter">;
type Head = Awaited<ReturnType<Readable["head"]>>;

/**
 * Verifies the log page by page, up to the end that it had at the start. Events may be appended in
 * the meantime.
 */
export async function verifyLog(
  store: Readable,
  readLogStart: ReadLogStart = readUnprunedStart,
): Promise<LogVerification> {
  const end = await store.head();
  const start = await readLogStart(await countPruned(store));
  return start === undefined ? PRUNED : await verifyUpTo(end, store, start);
}

/** Verifies the whole log, and that it begins with the events of the checkpoint. */
export async function verifyAgainst(
  checkpoint: TreeHead,
  store: Readable,
  readLogStart: ReadLogStart = readUnprunedStart,
): Promise<CheckpointVerification> {
  const end = await store.head();
  const start = await readLogStart(await countPruned(store));
  if (start === undefined) return PRUNED;
  const growing = createGrowingRoot(start.subtrees);
  const result = await verifyUpTo(end, store, start, (rows) => {
    for (const { hash } of rows.slice(0, Math.max(0, checkpoint.size - growing.size)))
      growing.add(merkleLeafHash(hash));
  });
  if (result.kind === "broken") return result;
  if (growing.size < checkpoint.size)
    return { kind: "broken", seq: growing.size + 1, reason: "truncated" };
  const isContained =
    checkpoint.size < start.seq
      ? await start.contains(checkpoint)
      : same(growing.root(), checkpoint.root);
  return isContained ? result : { kind: "broken", seq: checkpoint.size, reason: "checkpoint" };
}

interface NewestVerification {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly result: LogVerification;
}

/** Verifies the newest events, but not the chain before them. */
export async function verifyNewest(
  store: Readable,
  newest: number,
  readLogStart: ReadLogStart = readUnprunedStart,
): Promise<NewestVerification> {
  const end = await store.head();
  const pruned = await countPruned(store);
  const after = Math.max(pruned, end.seq - newest);
  const from = after === pruned ? await readLogStart(pruned) : await headAt(store, after);
  const result =
    from === undefined
      ? ({ kind: "broken", seq: after, reason: after === pruned ? "pruning" : "gap" } as const)
      : await verifyUpTo(end, store, from);
  return { firstSeq: after + 1, lastSeq: end.seq, result };
}

const PRUNED: LogVerification = { kind: "broken", seq: 1, reason: "pruning" };

/**
 * Counts the pruned events, which precede the first stored event. At least one event always
 * remains.
 */
export async function countPruned(store: Pick<Readable, "readAfter">): Promise<number> {
  const [first] = await store.readAfter(0, 1);
  return first === undefined ? 0 : first.seq - 1;
}

async function verifyUpTo(
  end: Head,
  store: Readable,
  from: ChainHead | LogStart,
  visit: (rows: readonly ChainRow[]) => void = () => undefined,
): Promise<LogVerification> {
  if (end.greatestSeq !== end.seq)
    return { kind: "broken", seq: Math.min(end.seq, end.greatestSeq) + 1, reason: "head" };
  let reached: ChainHead = from;
  while (reached.seq < end.seq) {
    const rows = await store.readAfter(reached.seq, Math.min(PAGE, end.seq - reached.seq));
    if (rows.length === 0) return { kind: "broken", seq: reached.seq + 1, reason: "gap" };
    const result = verifyChain(rows, reached);
    if (result.kind === "broken") return result;
    visit(rows);
    reached = result.head;
  }
  if (!same(reached.hash, end.hash)) return { kind: "broken", seq: end.seq, reason: "head" };
  return { kind: "intact", count: reached.seq - from.seq };
}

export async function headAt(
  store: Pick<Readable, "readAfter">,
  seq: number,
): Promise<ChainHead | undefined> {
  const [row] = await store.readAfter(seq - 1, 1);
  return row?.seq === seq ? { seq, hash: row.hash } : undefined;
}

function same(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}
