import { writeWhole } from "@veil/crypto/files";
import { usageError } from "../program/command-error.ts";

/** Writes the file of `--output`, and never replaces an existing one. @throws CommandError */
export async function writeNew(file: string, content: string, mode: number): Promise<void> {
  try {
    await writeWhole(file, content, { mode, replace: false });
  } catch (cause) {
    const exists = (cause as { code?: unknown }).code === "EEXIST";
    const why = exists ? "exists; name a new file" : String((cause as Error).message);
    throw usageError(`--output ${file}: ${why}`, { cause });
  }
}
