import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Returns a path in a new folder; the file does not exist yet. */
export function newKeyRingFile(): string {
  return path.join(mkdtempSync(path.join(tmpdir(), "veil-bridge-")), "ring.json");
}
