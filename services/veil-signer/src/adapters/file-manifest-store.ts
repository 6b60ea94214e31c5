import { open, readFile, rename, rm } from "node:fs/promises";
import { randomHex, systemRandomBytes } from "@veil/crypto";
import type { ManifestStore } from "../ports.ts";

export function createFileManifestStore(file: string): ManifestStore {
  return {
    async read() {
      try {
        return await readFile(file, "utf8");
      } catch (error) {
        if ((error as { code?: unknown }).code === "ENOENT") return undefined;
        throw error;
      }
    },
    async write(text) {
      const draft = `${file}.${randomHex(systemRandomBytes, 4)}.tmp`;
      try {
        const handle = await open(draft, "wx", 0o644);
        try {
          await handle.writeFile(text);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(draft, file);
      } finally {
        await rm(draft, { force: true });
      }
    },
  };
}
