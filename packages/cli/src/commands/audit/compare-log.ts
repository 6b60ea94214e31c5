import type { LogLeaves } from "@veil/contracts/audit-log";
import type { AuditCheckpointResponse } from "@veil/contracts/public/admin";
import {
  createGrowingRoot,
  type GrowingRoot,
  type TreeHead,
  verifyConsistency,
} from "@veil/crypto";
import type { Checkpoint } from "@veil/veil/log";

/** The gateway's responses about the log. The comparison trusts none of them. */
interface ComparedLog {
  checkpoint(from: number): Promise<AuditCheckpointResponse>;
  leaves(after: number): Promise<LogLeaves>;
}

/**
 * - `truncated`: the log has fewer events than a checkpoint covers.
 * - `checkpoint`: the first events of the log are not those that the older checkpoint covers.
 * - `tree`: the log's events are not those that the current checkpoint covers.
 *
 * All other reasons come from the audit service.
 */
export type LogComparison =
  | { readonly status: "intact"; readonly size: number; readonly pruned: number }
  | { readonly status: "broken"; readonly broken_seq: number; readonly reason: string };

/**
 * Recomputes the tree from the log's current events, and compares it with both checkpoints.
 * @param open - verifies and opens a signed note; it throws if the note is not of this log
 */
export async function compareLog(
  older: Checkpoint,
  open: (note: string) => Checkpoint,
  log: ComparedLog,
): Promise<LogComparison> {
  const { checkpoint, consistency } = await log.checkpoint(older.size);
  const present = open(checkpoint);
  if (present.size < older.size) return broken(present.size + 1, "truncated");
  const path = consistency.map((hash) => Buffer.from(hash, "base64"));
  if (!verifyConsistency({ from: older, to: present, path }))
    return broken(older.size, "checkpoint");
  return await compareEvents(older, present, log);
}

async function compareEvents(
  older: TreeHead,
  present: TreeHead,
  log: Pick<ComparedLog, "leaves">,
): Promise<LogComparison> {
  const growing = createGrowingRoot();
  let pruned = 0;
  while (growing.size < present.size) {
    const page = await log.leaves(growing.size);
    pruned += page.pruned;
    for (const leaf of page.leaves.slice(0, present.size - growing.size)) {
      growing.add(Buffer.from(leaf, "base64"));
      if (isAnother(growing, older)) return broken(older.size, "checkpoint");
    }
    const fault = growing.size < present.size ? faultOf(page, growing.size) : undefined;
    if (fault !== undefined) return fault;
  }
  if (isAnother(growing, present)) return broken(present.size, "tree");
  return { status: "intact", size: present.size, pruned };
}

function isAnother(growing: GrowingRoot, head: TreeHead): boolean {
  return growing.size === head.size && Buffer.compare(growing.root(), head.root) !== 0;
}

/** Returns the fault in a page that cannot be the last one, if any. */
function faultOf({ broken: found, leaves }: LogLeaves, size: number): LogComparison | undefined {
  if (found !== null) return broken(found.seq, found.reason);
  return leaves.length === 0 ? broken(size + 1, "truncated") : undefined;
}

function broken(broken_seq: number, reason: string): LogComparison {
  return { status: "broken", broken_seq, reason };
}
