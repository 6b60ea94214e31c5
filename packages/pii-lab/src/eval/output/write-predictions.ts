import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import type { JudgedText } from "../corpus/corpus-text.ts";
import type { TypeNames } from "../corpus/type-names.ts";

/** Writes `directory/<name of file>`, compressed if its name says so. It is whole whenever it is there. */
export async function writePredictions(
  directory: string,
  file: string,
  texts: readonly JudgedText[],
  names: TypeNames,
): Promise<void> {
  await mkdir(directory, { recursive: true });
  const target = path.join(directory, path.basename(file));
  const lines = texts.map((text) => `${toPredictionLine(text, names)}\n`).join("");
  const part = `${target}.${process.pid}.part`;
  try {
    await writeFile(part, target.endsWith(".gz") ? gzipSync(lines) : lines);
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Types have the names of the corpus, so that its own evaluators know them. */
function toPredictionLine({ id, predicted }: JudgedText, { nameOf }: TypeNames): string {
  const spans = predicted.map(({ start, end, type, score }) => ({
    start,
    end,
    type: nameOf(type),
    score,
  }));
  return JSON.stringify({ id, spans });
}
