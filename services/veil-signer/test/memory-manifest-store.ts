import type { ManifestStore } from "../src/ports.ts";

/** In memory, for tests. */
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
