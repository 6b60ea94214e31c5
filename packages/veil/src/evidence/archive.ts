import { VerificationError } from "@veil/crypto/portable";
import { type FileEntry, Reader, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js";
import type { Require } from "../verifier/steps.ts";

/** Reads bytes of a file at any place. */
export interface PackReader {
  readonly size: number;
  readUint8Array(index: number, length: number): Promise<Uint8Array>;
}

/** Returns a reader of a pack that is in memory. */
export function inMemory(bytes: Uint8Array): PackReader {
  return {
    size: bytes.length,
    readUint8Array: async (index, length) => bytes.slice(index, index + length),
  };
}

export interface PackEntry {
  readonly name: string;
  /** The size that the archive states. No more bytes are read. */
  readonly size: number;
  readonly isFile: boolean;
  /** Passes the entry's bytes in parts. @throws Error when they do not have the stated size */
  read(onPart: (part: Uint8Array) => void): Promise<void>;
}

const MAX_ENTRIES = 1_000;
/** A relative path of plain names, none of which begins with a period. */
const SAFE_NAME = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*[A-Za-z0-9_-][A-Za-z0-9._-]*$/;
const MAX_NAME = 200;

/** Lists the entries of an archive, which must have one reading for every program. */
export async function openArchive(
  reader: PackReader,
  require: Require,
): Promise<readonly PackEntry[]> {
  const zip = new ZipReader(new PackFile(reader), OPTIONS);
  const entries = await zip.getEntries({ maxAppendedDataSize: 0, filenameValidation: "tolerant" });
  require(entries.length <= MAX_ENTRIES, "it has too many files");
  const warnings = (zip.warnings ?? []).filter(({ reason }) => reason !== DUPLICATE);
  require(warnings.length === 0, `programs could read it differently: ${warnings[0]?.reason}`);
  return entries.map((entry) => ({
    name: entry.filename,
    size: entry.uncompressedSize,
    isFile: !entry.directory && !entry.encrypted,
    async read(onPart) {
      await readEntry(entry as FileEntry, onPart);
    },
  }));
}

/** Adapts a pack to the library. */
class PackFile extends Reader<PackReader> {
  readonly #pack: PackReader;

  constructor(pack: PackReader) {
    super(pack);
    this.size = pack.size;
    this.#pack = pack;
  }

  override readUint8Array(index: number, length: number): Promise<Uint8Array> {
    return this.#pack.readUint8Array(index, length);
  }
}

const OPTIONS = { useWebWorkers: false, checkSignature: true } as const;
const DUPLICATE = "duplicate filename";

async function readEntry(entry: FileEntry, onPart: (part: Uint8Array) => void): Promise<void> {
  let left = entry.uncompressedSize;
  await entry.getData(
    new WritableStream<Uint8Array>({
      write(part) {
        left -= part.length;
        if (left < 0) throw new VerificationError("huge_entry", `${entry.filename} is longer`);
        onPart(part);
      },
    }),
    { ...OPTIONS, strictness: "strict" },
  );
  if (left !== 0) throw new VerificationError("bad_archive", `${entry.filename} is cut off`);
}

export function requireSafeNames(entries: readonly PackEntry[], require: Require): void {
  for (const { name, isFile } of entries)
    require(isFile && name.length <= MAX_NAME && SAFE_NAME.test(name), "a name is not safe");
}

export function requireOnce(entries: readonly PackEntry[], require: Require): void {
  const names = new Set(entries.map(({ name }) => name.toLowerCase()));
  require(names.size === entries.length, "a name is there twice");
}

/** Reads an entry as a whole. */
export async function readWhole(entry: PackEntry): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  await entry.read((part) => parts.push(part));
  return joined(parts);
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
