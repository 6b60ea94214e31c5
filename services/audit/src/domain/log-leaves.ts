import type { LogLeaves } from "@veil/contracts/audit-log";
import { merkleLeafHash } from "@veil/crypto";
import type { EventStore } from "../ports.ts";
import { type ChainRow, chainHash, GENESIS, verifyChain } from "./chain.ts";
import type { ReadLogStart } from "./log-start.ts";
import type { ReadNodes } from "./log-tree.ts";
import { countPruned, headAt } from "./verify-log.ts";

interface LeavesDeps {
  readonly events: Pick<EventStore, "readAfter">;
  readonly nodes: ReadNodes;
  readonly readLogStart: ReadLogStart;
  /** The maximum number of leaves. */
  readonly limit: number;
}

/**
 * Returns the leaves after a position. Computes them from the stored events, not from the tree,
 * because a changed event then has a different leaf. Only the leaves of pruned events come from the
 * tree.
 */
export async function leavesAfter(after: number, deps: LeavesDeps): Promise<LogLeaves> {
  const pruned = await countPruned(deps.events);
  if (after < pruned) return await prunedLeaves(after, pruned, deps);
  const { events, limit } = deps;
  const from = after === 0 ? GENESIS : await headOf(after, pruned, deps);
  if (from === undefined) return await missing(after, events);
  const rows = await events.readAfter(after, limit);
  const result = verifyChain(rows, from);
  const sound = result.kind === "intact" ? rows : rows.filter(({ seq }) => seq < result.seq);
  return {
    leaves: sound.map(leafOf),
    pruned: 0,
    broken: result.kind === "intact" ? null : { seq: result.seq, reason: result.reason },
  };
}

async function headOf(after: number, pruned: number, { events, readLogStart }: LeavesDeps) {
  return after === pruned ? await readLogStart(pruned) : await headAt(events, after);
}

/**
 * Returns a gap if an event before the end of the log is missing, and no leaves at the end of the
 * log.
 */
async function missing(after: number, events: LeavesDeps["events"]): Promise<LogLeaves> {
  const [next] = await events.readAfter(after, 1);
  const broken = next === undefined ? null : ({ seq: after, reason: "gap" } as const);
  return { leaves: [], pruned: 0, broken };
}

async function prunedLeaves(after: number, pruned: number, deps: LeavesDeps): Promise<LogLeaves> {
  const { nodes, readLogStart, limit } = deps;
  if ((await readLogStart(pruned)) === undefined)
    return { leaves: [], pruned: 0, broken: { seq: 1, reason: "pruning" } };
  const count = Math.min(limit, pruned - after);
  const hashes = await nodes(
    Array.from({ length: count }, (_, at) => ({ level: 0, position: after + at })),
  );
  const leaves = hashes.filter((hash) => hash !== undefined).map(base64);
  if (leaves.length === count) return { leaves, pruned: count, broken: null };
  const seq = after + hashes.indexOf(undefined) + 1;
  return { leaves: [], pruned: 0, broken: { seq, reason: "pruning" } };
}

function leafOf({ prevHash, seq, canonical }: ChainRow): string {
  return base64(merkleLeafHash(chainHash(prevHash, seq, canonical)));
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}
