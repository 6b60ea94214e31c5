import { readIfPresent, writeWhole } from "@veil/crypto/files";
import type { ManifestStore } from "../ports.ts";

export function createFileManifestStore(file: string): ManifestStore {
  return {
    read: () => readIfPresent(file),
    write: (text) => writeWhole(file, text, { mode: 0o644 }),
  };
}
