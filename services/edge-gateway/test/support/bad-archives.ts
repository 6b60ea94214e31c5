import { PACK_FILES } from "@veil/contracts/public/compliance/evidence";
import { type BadPack, changed, enveloped, patched, statement } from "./pack-defects.ts";
import { indexOf, signedPack, type TestPack, zipped } from "./test-pack.ts";

/** Packs whose archive, index or files are bad in one respect. */
export const BAD_ARCHIVES: readonly BadPack[] = [
  ["no archive", "bad_archive", () => Buffer.from("no archive")],
  [
    "an archive that was cut off",
    "bad_archive",
    async (pack) => (await signedPack(pack)).subarray(0, -200),
  ],
  [
    "bytes after the archive",
    "bad_archive",
    async (pack) => Buffer.concat([await signedPack(pack), Buffer.from("more")]),
  ],
  [
    "bytes before the archive",
    "bad_archive",
    async (pack) => Buffer.concat([Buffer.from("more"), await signedPack(pack)]),
  ],
  ["a name that leads out of the folder", "unsafe_name", patched("README.md", "../READ.m")],
  ["an absolute name", "unsafe_name", patched("README.md", "/READM.md")],
  ["a name with a backslash", "unsafe_name", patched("README.md", "R\\ADME.md")],
  ["an entry that is there twice", "duplicate_entry", patched("dpia.json", "keys.json")],
  ["two names that differ in case only", "duplicate_entry", patched("dpia.json", "KEYS.json")],
  ["an entry that says it is huge", "huge_entry", hugeEntry],
  ["no index", "no_index", changed((files) => void files.delete(PACK_FILES.index))],
  [
    "an index that is no envelope",
    "bad_envelope",
    changed((files) => void files.set(PACK_FILES.index, Buffer.from("{}"))),
  ],
  [
    "an envelope with two signatures",
    "bad_envelope",
    enveloped(({ signatures }) => void signatures.push(...signatures)),
  ],
  [
    "an envelope of another type",
    "bad_envelope",
    enveloped((own) => void Object.assign(own, { payloadType: "text/plain" })),
  ],
  [
    "a statement of another type",
    "bad_statement",
    statement((own) => void Object.assign(own, { predicateType: "urn:other" })),
  ],
  [
    "a statement with a file twice",
    "bad_statement",
    statement(({ subject }) => void subject.push(...subject.slice(0, 1))),
  ],
  ["a missing file", "missing_file", changed((files) => void files.delete(PACK_FILES.dpia))],
  [
    "an index that does not name the posture",
    "missing_file",
    ({ files, ...pack }) => {
      const rest = new Map(files);
      rest.delete(PACK_FILES.posture);
      return signedPack({ ...pack, files: rest });
    },
  ],
  ["the index of another pack", "missing_file", otherIndex],
  [
    "a file that the index does not name",
    "extra_file",
    changed((files) => void files.set("extra.txt", Buffer.from("x"))),
  ],
  [
    "a changed file",
    "changed_file",
    changed((files) => void files.set(PACK_FILES.retention, Buffer.from("[ ]"))),
  ],
  [
    "two swapped files",
    "changed_file",
    changed((files) => {
      const [one, two] = [files.get(PACK_FILES.record), files.get(PACK_FILES.dpia)];
      if (one && two) files.set(PACK_FILES.record, two).set(PACK_FILES.dpia, one);
    }),
  ],
];

/** Changes the size in the central directory and in the local header of the first entry. */
async function hugeEntry(pack: TestPack): Promise<Uint8Array> {
  const bytes = await signedPack(pack);
  const size = 33 * 1024 * 1024;
  bytes.writeUInt32LE(size, bytes.indexOf(Buffer.from("PK\u0003\u0004")) + 22);
  bytes.writeUInt32LE(size, bytes.indexOf(Buffer.from("PK\u0001\u0002")) + 24);
  return bytes;
}

async function otherIndex(pack: TestPack): Promise<Uint8Array> {
  const other = new Map(pack.files).set("operator/sbom.json", Buffer.from("{}"));
  const index = indexOf({ ...pack, files: other });
  return await zipped([...pack.files, [PACK_FILES.index, index]]);
}
