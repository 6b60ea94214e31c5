import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { type Header, pack } from "tar-stream";

/** A file, folder or link of an archive. The names of folders end with a slash. */
export interface TarEntry {
  readonly name: string;
  readonly executable?: boolean;
  readonly link?: string;
  readonly content?: () => Uint8Array;
}

/**
 * Returns a tar whose bytes depend only on names, contents, links, executable bits and `time`:
 * entries are sorted by the bytes of their names and belong to root.
 */
export async function tarOf(entries: readonly TarEntry[], time: Date): Promise<Buffer> {
  const packing = pack();
  const archive = buffer(packing);
  const sorted = entries.toSorted((left, right) =>
    Buffer.compare(Buffer.from(left.name), Buffer.from(right.name)),
  );
  for (const entry of sorted) {
    await new Promise<void>((resolve, reject) => {
      const done = (error?: Error | null) => (error ? reject(error) : resolve());
      packing.entry(headerOf(entry, time), Buffer.from(entry.content?.() ?? []), done);
    });
  }
  packing.finalize();
  return await archive;
}

function headerOf(
  { name, executable = false, link }: TarEntry,
  mtime: Date,
): Partial<Header> & { name: string } {
  const owner = { uid: 0, gid: 0, uname: "root", gname: "root", mtime };
  if (link !== undefined) return { ...owner, name, type: "symlink", linkname: link, mode: 0o777 };
  if (name.endsWith("/")) return { ...owner, name, type: "directory", mode: 0o755 };
  return { ...owner, name, type: "file", mode: executable ? 0o755 : 0o644 };
}

/** Returns the entries for a folder and everything in it, under the name `name`. */
export function entriesOf(folder: string, name: string): readonly TarEntry[] {
  return [
    { name: `${name}/` },
    ...readdirSync(folder, { withFileTypes: true }).flatMap((entry): readonly TarEntry[] => {
      const at = path.join(folder, entry.name);
      const inside = `${name}/${entry.name}`;
      if (entry.isDirectory()) return entriesOf(at, inside);
      if (entry.isSymbolicLink()) return [{ name: inside, link: readlinkSync(at) }];
      const executable = (statSync(at).mode & 0o100) !== 0;
      return [{ name: inside, executable, content: () => readFileSync(at) }];
    }),
  ];
}
