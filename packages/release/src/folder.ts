import { lstatSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { sha256Hex } from "@veil/crypto";
import { RELEASE_FILES, type ReleaseIndex } from "./release-index.ts";

/** Files that the index cannot list. */
const NOT_LISTED: ReadonlySet<string> = new Set([RELEASE_FILES.index, RELEASE_FILES.signature]);

/** Returns the names of all files in a folder, in the order of their bytes. Links count as files. */
export function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((name) => name.split(path.sep).join("/"))
    .toSorted((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
}

/** Returns each difference between the folder and the artifacts of its index. */
export function artifactProblems(folder: string, { artifacts }: ReleaseIndex): readonly string[] {
  const listed = new Map(artifacts.map((artifact) => [artifact.name, artifact]));
  const present = new Set(filesIn(folder).filter((name) => !NOT_LISTED.has(name)));
  const added = [...present].filter((name) => !listed.has(name));
  return [
    ...added.map((name) => `${name} is not part of the release; remove it`),
    ...artifacts.flatMap(({ name, sha256, size }) => {
      if (!present.has(name)) return [`${name} is missing; download the release again`];
      const file = path.join(folder, name);
      if (!lstatSync(file).isFile()) return [`${name} is a link; replace it with the file`];
      const content = readFileSync(file);
      const same = content.length === size && sha256Hex(content) === sha256;
      return same ? [] : [`${name} was changed: its SHA-256 is not ${sha256}; download it again`];
    }),
  ];
}
