/** @all searches all corpora twice */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import { createDocument, createFinder, RECOGNIZERS, withAllCodes } from "@veil/pii/recognizers";

const FOLDER = fileURLToPath(new URL("../../corpora", import.meta.url));
const FILES = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.join(entry.parentPath, entry.name));
const [find, findAnyway] = [createFinder(RECOGNIZERS), createFinder(RECOGNIZERS.map(withAllCodes))];

test.each(FILES.map((file) => [path.relative(FOLDER, file), file]))(
  "no recognizer finds anything else in %s when it reads codes regardless of the adjacent text",
  (_name, file) => {
    for (const text of textsOf(file)) {
      const doc = createDocument(text);
      expect(find(doc)).toEqual(findAnyway(doc));
    }
  },
);

/** Returns all strings in a file of JSON lines, or the complete text of any other file. */
function textsOf(file: string): readonly string[] {
  const written = readFileSync(file, "utf8");
  if (!file.endsWith(".jsonl")) return [written];
  const lines = written.split("\n").filter((line) => line !== "");
  return lines.flatMap((line) => stringsIn(JSON.parse(line)));
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
