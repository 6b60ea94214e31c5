import { base64 } from "@scure/base";
import { LoggedEvent } from "@veil/contracts/audit";
import { checkedJson } from "@veil/contracts/parsing";
import {
  createGrowingRoot,
  type GrowingRoot,
  merkleLeafHash,
  sha256,
  VerificationError,
  verifying,
} from "@veil/crypto";
import { chainBytes } from "../log/chain-bytes.ts";
import { type NoteKey, openPruning, type Pruning, parseSignedNote } from "../log/index.ts";
import { verifyNoteBytes } from "../note-signer.ts";
import { type ArchiveHeader, leveled, linesOf, parseHeader, splitEntry } from "./archive-lines.ts";

/** An entry of the log, as it is in the archive. */
export interface ArchivedEvent {
  readonly seq: number;
  /** The hash of the entry's leaf in the log's tree. */
  readonly leafHash: Uint8Array;
  /** The text that the log has hashed. */
  readonly canonical: string;
  readonly event: LoggedEvent;
}

export interface VerifiedArchive extends Pick<ArchiveHeader, "after" | "pruning"> {
  readonly firstSeq: number;
  readonly lastSeq: number;
}

interface VerifyOptions {
  /** All keys that the log has had, from a trusted source. */
  readonly keys: readonly NoteKey[];
  /** The `pruning` of the previous archive. Without it, the archive may begin at any event. */
  readonly after?: string | undefined;
  /** Receives each entry before the archive is verified to its end. */
  readonly visit?: (entry: ArchivedEvent) => void;
}

const parseEvent = checkedJson(LoggedEvent);
const GENESIS = {
  ...{ size: 0, root: createGrowingRoot().root() },
  chainHash: new Uint8Array(32),
};

/**
 * Verifies that an archive contains exactly the events that the log has signed for deletion, from
 * the event after the previous pruning up to the last event of this pruning.
 * @param chunks - the archive, decompressed
 * @throws VerificationError whose message begins with the first wrong line; an error of `chunks` as
 * it is
 */
export async function verifyArchive(
  chunks: AsyncIterable<Uint8Array>,
  options: VerifyOptions,
): Promise<VerifiedArchive> {
  let line = 1;
  try {
    let archive: OpenArchive | undefined;
    for await (const text of linesOf(chunks)) {
      const entry = archive?.add(text);
      if (entry !== undefined) options.visit?.(entry);
      archive ??= openArchive(parseHeader(text), options);
      line += 1;
    }
    requireSound(archive !== undefined, "the archive is empty");
    return archive.end();
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    throw new VerificationError(error.code, `line ${line}: ${error.message}`, { cause: error });
  }
}

interface OpenArchive {
  add(line: string): ArchivedEvent;
  end(): VerifiedArchive;
}

function openArchive(header: ArchiveHeader, { keys, after }: VerifyOptions): OpenArchive {
  const { from, to } = prunings(header, keys);
  if (after !== undefined)
    requireSound(after === header.after, "the archive does not continue the previous one");
  const tree = createGrowingRoot(leveled(header.subtrees, from.size));
  requireSound(same(tree.root(), from.root), "the subtrees are not those of the previous pruning");
  let previous = from.chainHash;
  return {
    add(line) {
      const seq = tree.size + 1;
      requireSound(seq <= to.size, "more events than the log has signed");
      const [hash, canonical] = splitEntry(line);
      previous = sha256(chainBytes(previous, seq, canonical));
      requireSound(base64.encode(previous) === hash, "the event or its hash was changed");
      const leafHash = merkleLeafHash(previous);
      tree.add(leafHash);
      if (seq === to.size) requireSigned(previous, tree, to);
      const event = verifying("malformed", "not an event", () => parseEvent(canonical));
      return { seq, leafHash, canonical, event };
    },
    end() {
      const missing = to.size - tree.size;
      requireSound(missing === 0, `the last ${missing} of the signed events are missing`);
      const { pruning, after: earlier } = header;
      return { after: earlier, pruning, firstSeq: from.size + 1, lastSeq: to.size };
    },
  };
}

function prunings({ after, pruning }: ArchiveHeader, keys: readonly NoteKey[]) {
  const to = openPruning(pruning, keys, verifyNoteBytes);
  if (after === null) return { from: GENESIS, to };
  const from = openPruning(after, keys, verifyNoteBytes);
  requireSound(originOf(after) === originOf(pruning), "the two prunings are of different logs");
  requireSound(from.size < to.size, "the previous pruning is not smaller");
  return { from, to };
}

/** Requires that chain and tree end as the log has signed. */
function requireSigned(chainHash: Uint8Array, tree: GrowingRoot, to: Pruning): void {
  const isSigned = same(chainHash, to.chainHash) && same(tree.root(), to.root);
  requireSound(isSigned, "the events up to this one are not those that the log has signed");
}

function originOf(note: string): string {
  return parseSignedNote(note).text.split("\n", 1)[0] ?? "";
}

function same(left: Uint8Array, right: Uint8Array): boolean {
  return base64.encode(left) === base64.encode(right);
}

function requireSound(holds: boolean, problem: string): asserts holds {
  if (!holds) throw new VerificationError("malformed", problem);
}
