import { readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createFolder } from "@veil/crypto/files";

/**
 * Returns the secret in a file. Creates the file on the first call, completely or not at all,
 * readable only by its owner.
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

export function writeSecret(file: string, content: string): void {
  createFolder(path.dirname(file), 0o700);
  const part = `${file}.${process.pid}.part`;
  writeFileSync(part, `${content}\n`, { mode: 0o600 });
  renameSync(part, file);
}
