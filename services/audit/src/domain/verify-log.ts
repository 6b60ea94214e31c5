import type { EventStore } from "../ports.ts";
import { type BreakReason, type ChainHead, GENESIS, verifyChain } from "./chain.ts";

const PAGE = 1000;

/** `head`: the head row and the last event differ. */
export type LogVerification =
  | { readonly kind: "intact"; readonly count: number }
  | { readonly kind: "broken"; readonly seq: number; readonly reason: BreakReason | "head" };

/** Reads the log as it was at the begin, page by page. Appends may continue. */
export async function verifyLog(
  store: Pick<EventStore, "head" | "readAfter">,
): Promise<LogVerification> {
  const end = await store.head();
  if (end.greatestSeq !== end.seq)
    return { kind: "broken", seq: Math.min(end.seq, end.greatestSeq) + 1, reason: "head" };
  let reached: ChainHead = GENESIS;
  while (reached.seq < end.seq) {
    const rows = await store.readAfter(reached.seq, Math.min(PAGE, end.seq - reached.seq));
    if (rows.length === 0) return { kind: "broken", seq: reached.seq + 1, reason: "gap" };
    const result = verifyChain(rows, reached);
    if (result.kind === "broken") return result;
    reached = result.head;
  }
  if (Buffer.compare(reached.hash, end.hash) !== 0)
    return { kind: "broken", seq: end.seq, reason: "head" };
  return { kind: "intact", count: reached.seq };
}
