import { createHash } from "node:crypto";
import { addAbortSignal, PassThrough, Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";
import type { NamedBytes } from "../domain/evidence/pack-documents.ts";
import type { PackWriter } from "../ports.ts";

/**
 * Creates a zip archive that is written while it is read. The same files in the same order give the
 * same bytes.
 * @param at - the time that each file has
 */
export function createZipPack(at: Date): PackWriter {
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.outputStream.pipe(output);
  const stop = new AbortController();
  const options = { mtime: at, mode: 0o100_644, forceDosTimestamp: true };
  const files: { name: string; sha256: string }[] = [];
  zip.on("error", (error: Error) => output.destroy(error));
  output.on("close", () => stop.abort());
  return {
    output,
    files,
    add({ name, bytes }: NamedBytes) {
      zip.addBuffer(Buffer.from(bytes), name, options);
      files.push({ name, sha256: createHash("sha256").update(bytes).digest("hex") });
    },
    async addParts(name, parts) {
      const hash = createHash("sha256");
      async function* hashed() {
        for await (const part of parts) {
          hash.update(part);
          yield Buffer.from(part);
        }
      }
      const stream = addAbortSignal(stop.signal, Readable.from(hashed(), { objectMode: false }));
      zip.addReadStream(stream, name, options);
      await finished(stream);
      files.push({ name, sha256: hash.digest("hex") });
    },
    end() {
      zip.end();
    },
  };
}
