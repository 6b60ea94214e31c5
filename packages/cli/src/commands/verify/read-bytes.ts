import { readFile } from "node:fs/promises";
import { usageError } from "../../program/command-error.ts";

export async function readBytes(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw usageError(`cannot read ${file}: ${(cause as Error).message}`, { cause });
  }
}
