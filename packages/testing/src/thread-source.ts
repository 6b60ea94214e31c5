import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

export function threadSource(source: string): URL {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "veil-worker-")), "worker.mjs");
  writeFileSync(file, source);
  return pathToFileURL(file);
}
