import { base64 } from "@scure/base";
import { checkedJson } from "@veil/contracts/parsing";
import { type Subtree, VerificationError, verifying } from "@veil/crypto";
import { type Static, Type } from "typebox";

const FORMAT = "veil-audit-archive/v1";
/** The length of 32 bytes in base64. */
const HASH_LENGTH = 44;
/** More characters than the longest entry of the log has. */
const MAX_LINE_LENGTH = 2 ** 20;
const MAX_LEVEL = 52;

const Header = Type.Object(
  {
    format: Type.Literal(FORMAT),
    /** The signed note of the previous pruning; null when the archive begins with event 1. */
    after: Type.Union([Type.String(), Type.Null()]),
    /** The complete subtrees of the events before the archive, the largest first. */
    subtrees: Type.Array(Type.String(), { maxItems: MAX_LEVEL + 1 }),
    /** The signed note of the pruning whose events the archive contains. */
    pruning: Type.String(),
  },
  { additionalProperties: false },
);
const parseJson = checkedJson(Header);

/** The first line of an archive. */
export interface ArchiveHeader extends Pick<Static<typeof Header>, "after" | "pruning"> {
  readonly subtrees: readonly Uint8Array[];
}

/** Returns the first line of an archive, with its end. */
export function archiveHeader({ after, subtrees, pruning }: ArchiveHeader): string {
  const hashes = subtrees.map((hash) => base64.encode(hash));
  return `${JSON.stringify({ format: FORMAT, after, subtrees: hashes, pruning })}\n`;
}

/** Returns the line of an entry, with its end. @param chainHash - the chain hash at the entry */
export function archiveEntry(chainHash: Uint8Array, canonical: string): string {
  return `${base64.encode(chainHash)} ${canonical}\n`;
}

/** @throws VerificationError `malformed` */
export function parseHeader(line: string): ArchiveHeader {
  return verifying("malformed", "not the header of an archive", () => {
    const { after, subtrees, pruning } = parseJson(line);
    return { after, pruning, subtrees: subtrees.map((hash) => base64.decode(hash)) };
  });
}

/** Splits the line of an entry into the chain hash, in base64, and the text. */
export function splitEntry(line: string): readonly [hash: string, canonical: string] {
  if (line[HASH_LENGTH] !== " ")
    throw new VerificationError("malformed", "not a hash and an event");
  return [line.slice(0, HASH_LENGTH), line.slice(HASH_LENGTH + 1)];
}

/**
 * Gives the subtrees their levels, which follow from the number of leaves.
 * @throws VerificationError `malformed` when their number does not match
 */
export function leveled(subtrees: readonly Uint8Array[], size: number): readonly Subtree[] {
  const levels = Array.from({ length: MAX_LEVEL + 1 }, (_, at) => MAX_LEVEL - at).filter(
    (level) => Math.floor(size / 2 ** level) % 2 === 1,
  );
  if (levels.length !== subtrees.length)
    throw new VerificationError("malformed", "another number of subtrees");
  return subtrees.map((hash, at) => ({ level: levels[at] ?? 0, hash }));
}

/**
 * Splits the text of an archive into lines. Only the line feed ends a line, because other line
 * separators of Unicode may be in an event.
 * @throws VerificationError `malformed`
 */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const decoded = (chunk?: Uint8Array) =>
    verifying("malformed", "not UTF-8", () =>
      decoder.decode(chunk, { stream: chunk !== undefined }),
    );
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (rest + decoded(chunk)).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
    if (rest.length > MAX_LINE_LENGTH)
      throw new VerificationError("malformed", "longer than any entry");
  }
  if (rest + decoded() !== "") throw new VerificationError("malformed", "the line has no end");
}
