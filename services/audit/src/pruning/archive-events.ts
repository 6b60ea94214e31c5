import { VerificationError } from "@veil/crypto";
import type { NoteKey, Pruning } from "@veil/veil/log";
import {
  type ArchiveHeader,
  archiveEntry,
  archiveHeader,
  type VerifiedArchive,
  verifyArchive,
} from "@veil/veil/log-archive";
import {
  type ArchiveEvents,
  type Archives,
  type CheckpointStore,
  OTHER_EVENTS,
  PruningRefusedError,
} from "../checkpoints/checkpoint-ports.ts";
import { type ChainHead, type ChainRow, verifyChain } from "../domain/chain.ts";
import type { ReadLogStart } from "../domain/log-start.ts";
import { countPruned } from "../domain/verify-log.ts";
import type { EventStore } from "../ports.ts";

const PAGE = 1_000;
/** The digits of the greatest safe integer, so that names sort as the log does. */
const SEQ_DIGITS = 16;

interface ArchiverDeps {
  readonly events: Pick<EventStore, "readAfter">;
  readonly checkpoints: Pick<CheckpointStore, "pruningUpTo">;
  readonly readLogStart: ReadLogStart;
  readonly archives: Archives;
  /** The log's keys, which must come from a trusted source. */
  readonly keys: readonly NoteKey[];
}

/** Creates the function that archives the events of a pruning. */
export function createArchiver(deps: ArchiverDeps): ArchiveEvents {
  const { events, checkpoints, readLogStart, archives } = deps;
  return async function archiveEvents({ note, size }, pruning, notBefore) {
    const start = await readLogStart(await countPruned(events));
    if (start === undefined)
      throw new PruningRefusedError("the log has not signed that the first events were pruned");
    const after = (await checkpoints.pruningUpTo(start.seq))?.note ?? null;
    const subtrees = start.subtrees.map(({ hash }) => hash);
    const name = archiveName(start.seq + 1, size);
    const range = { from: start, pruning, notBefore };
    await archives.add(name, linesOf({ after, subtrees, pruning: note }, range, events));
    const kept = await verified(name, deps);
    if (kept.pruning !== note || kept.after !== after)
      throw new PruningRefusedError(`${name} is the archive of other events`);
  };
}

function archiveName(firstSeq: number, lastSeq: number): string {
  const [first, last] = [firstSeq, lastSeq].map((seq) => String(seq).padStart(SEQ_DIGITS, "0"));
  return `audit-${first}-${last}.gz`;
}

interface ArchivedRange {
  readonly from: ChainHead;
  readonly pruning: Pruning;
  /** No event of this time or later may be deleted. */
  readonly notBefore: Date;
}

async function* linesOf(
  header: ArchiveHeader,
  { from, pruning, notBefore }: ArchivedRange,
  events: ArchiverDeps["events"],
): AsyncGenerator<string> {
  yield archiveHeader(header);
  let reached = from;
  while (reached.seq < pruning.size) {
    const rows = await events.readAfter(reached.seq, Math.min(PAGE, pruning.size - reached.seq));
    const result = verifyChain(rows, reached);
    const isYoung = ({ columns }: ChainRow) => Date.parse(columns.occurred_at) >= +notBefore;
    if (rows.length === 0 || result.kind === "broken" || rows.some(isYoung))
      throw new PruningRefusedError(OTHER_EVENTS);
    reached = result.head;
    yield rows.map(({ hash, canonical }) => archiveEntry(hash, canonical)).join("");
  }
  if (Buffer.compare(reached.hash, pruning.chainHash) !== 0)
    throw new PruningRefusedError(OTHER_EVENTS);
}

async function verified(name: string, deps: ArchiverDeps): Promise<VerifiedArchive> {
  try {
    return await verifyArchive(deps.archives.read(name), deps);
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    throw new PruningRefusedError(`${name}, ${error.message}`, { cause: error });
  }
}
