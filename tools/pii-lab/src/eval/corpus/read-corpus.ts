import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { CorpusText } from "./corpus-text.ts";
import { parseCorpusLine } from "./parse-corpus-line.ts";

/** Reads a `.jsonl` or `.jsonl.gz` file. @throws Error `FILE:LINE: what is wrong` */
export async function readCorpus(file: string): Promise<readonly CorpusText[]> {
  return parseCorpus(await contentOf(file), file);
}

/** @throws Error `FILE:LINE: what is wrong` */
export function parseCorpus(content: string, file: string): readonly CorpusText[] {
  const lines = content.replace(/^\ufeff/, "").split("\n");
  return lines.flatMap((line, index) => {
    if (line.trim() === "") return [];
    try {
      return [parseCorpusLine(line)];
    } catch (error) {
      throw new Error(`${file}:${index + 1}: ${(error as Error).message}`);
    }
  });
}

async function contentOf(file: string): Promise<string> {
  try {
    const bytes = await readFile(file);
    return (file.endsWith(".gz") ? await promisify(gunzip)(bytes) : bytes).toString("utf8");
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`);
  }
}
