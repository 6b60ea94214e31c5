import { describe, expect, test } from "@jest/globals";
import type { ManifestStore } from "../ports.ts";

export function describeManifestStore(name: string, open: () => Promise<ManifestStore>): void {
  describe(`ManifestStore: ${name}`, () => {
    test("has nothing at first", async () => {
      expect(await (await open()).read()).toBeUndefined();
    });

    test("gives back what was written last, to the letter", async () => {
      const store = await open();
      await store.write("first, and longer");
      await store.write("ü\n");
      expect(await store.read()).toBe("ü\n");
    });
  });
}
