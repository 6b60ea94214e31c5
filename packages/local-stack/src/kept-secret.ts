import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * The secret in `file`, which only its owner may read; created on the first call. The file appears with its
 * whole content or not at all.
 */
export function keptSecret(file: string, make: () => string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const secret = make();
  writeSecret(file, secret);
  return secret;
}

/** Writes or replaces a file that only its owner may read, and creates its folder (0700) if it is missing. */
export function writeSecret(file: string, content: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const part = `${file}.${process.pid}.part`;
  writeFileSync(part, `${content}\n`, { mode: 0o600 });
  renameSync(part, file);
}
