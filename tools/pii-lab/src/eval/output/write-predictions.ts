import path from "node:path";
import { gzipSync } from "node:zlib";
import { createFolder, writeWhole } from "@veil/crypto/files";
import type { JudgedText } from "../corpus/corpus-text.ts";
import type { TypeNames } from "../corpus/type-names.ts";

/** Writes `directory/<name of file>` atomically, and compresses it if the name ends with `.gz`. */
export async function writePredictions(
  directory: string,
  file: string,
  texts: readonly JudgedText[],
  names: TypeNames,
): Promise<void> {
  createFolder(directory);
  const target = path.join(directory, path.basename(file));
  const lines = texts.map((text) => `${toPredictionLine(text, names)}\n`).join("");
  await writeWhole(target, target.endsWith(".gz") ? gzipSync(lines) : lines, { mode: 0o644 });
}

function toPredictionLine({ id, predicted }: JudgedText, { nameOf }: TypeNames): string {
  const spans = predicted.map(({ start, end, type, score }) => ({
    start,
    end,
    type: nameOf(type),
    score,
  }));
  return JSON.stringify({ id, spans });
}
