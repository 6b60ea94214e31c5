import type { Clock } from "@veil/contracts/clock";
import { type NoteSigner, signPruning as signNote } from "@veil/veil/log";
import type { CheckpointStore } from "../checkpoints/checkpoint-ports.ts";
import { type ChainHead, type ChainRow, verifyChain } from "../domain/chain.ts";
import type { ReadLogStart } from "../domain/log-start.ts";
import type { LogTree } from "../domain/log-tree.ts";
import type { EventStore } from "../ports.ts";

const PAGE = 1_000;
/** The maximum number of events that one transaction of the owner's command deletes. */
const MAX_EVENTS = 65_536;
const DAY_MS = 86_400_000;

interface PruningDeps {
  readonly events: Pick<EventStore, "readAfter">;
  readonly checkpoints: Pick<CheckpointStore, "latest" | "pruningUpTo" | "addPruning">;
  readonly tree: LogTree;
  readonly readLogStart: ReadLogStart;
  readonly signer: NoteSigner;
  readonly nowMs: Clock;
  readonly days: number;
}

/**
 * Creates the function that verifies the oldest events once more and then signs that they may be
 * deleted. Excludes the newest event of the log and events that no checkpoint covers yet.
 * @returns a function that returns whether it signed a pruning
 * @throws Error (from that function) when the log is not intact in this range
 */
export function createPruningSigner(deps: PruningDeps): () => Promise<boolean> {
  const { checkpoints, tree, readLogStart, signer, nowMs, days } = deps;
  return async function signPruning() {
    const beforeMs = Math.floor(nowMs() / DAY_MS - days) * DAY_MS;
    const covered = ((await checkpoints.latest())?.size ?? 0) - 1;
    const stated = (await checkpoints.pruningUpTo(Number.MAX_SAFE_INTEGER))?.size ?? 0;
    const start = await readLogStart(stated);
    if (start === undefined) throw new Error("The last pruning is not one of this log");
    const limits = { beforeMs, last: Math.min(covered, start.seq + MAX_EVENTS) };
    const { seq: size, hash: chainHash } = await lastToDelete(start, limits, deps.events);
    if (size <= start.seq) return false;
    const before = `${new Date(beforeMs).toISOString().slice(0, -5)}Z`;
    const pruning = { size, root: await tree.rootAt(size), chainHash, before };
    await checkpoints.addPruning({ size, note: signNote(pruning, signer) });
    return true;
  };
}

interface Limits {
  readonly beforeMs: number;
  readonly last: number;
}

async function lastToDelete(
  from: ChainHead,
  { beforeMs, last }: Limits,
  events: PruningDeps["events"],
): Promise<ChainHead> {
  let reached = from;
  while (reached.seq < last) {
    const page = await events.readAfter(reached.seq, Math.min(PAGE, last - reached.seq));
    const young = page.findIndex((row) => !isBefore(row, beforeMs));
    const result = verifyChain(young < 0 ? page : page.slice(0, young), reached);
    if (result.kind === "broken") throw new Error("The events to be pruned are not intact");
    reached = result.head;
    if (young >= 0 || page.length === 0) break;
  }
  return reached;
}

function isBefore({ columns }: ChainRow, beforeMs: number): boolean {
  return Date.parse(columns.occurred_at) < beforeMs;
}
