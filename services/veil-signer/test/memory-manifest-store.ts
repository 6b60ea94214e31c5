import type { ManifestStore } from "../src/ports.ts";

/** For tests: the manifest is gone with the process. */
export function createMemoryManifestStore(): ManifestStore {
  let kept: string | undefined;
  return {
    async read() {
      return kept;
    },
    async write(text) {
      kept = text;
    },
  };
}
