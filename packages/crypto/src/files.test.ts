import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { readIfPresent, writeWhole } from "./files.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "veil-files-"));
  file = path.join(folder, "kept");
});
afterEach(() => rmSync(folder, { recursive: true }));

const modeOf = (name: string) => statSync(name).mode & 0o777;

describe("writeWhole", () => {
  test.each([0o600, 0o644, 0o666])(
    "writeWhole sets the file mode %o regardless of umask",
    async (mode) => {
      await writeWhole(file, "text", { mode });
      expect(readFileSync(file, "utf8")).toBe("text");
      expect(modeOf(file)).toBe(mode);
      expect(readdirSync(folder)).toEqual(["kept"]);
    },
  );

  test("writeWhole replaces an existing file and its mode", async () => {
    await writeWhole(file, "old", { mode: 0o644 });
    await writeWhole(file, Buffer.from("new"), { mode: 0o600 });
    expect(readFileSync(file, "utf8")).toBe("new");
    expect(modeOf(file)).toBe(0o600);
  });

  test("writeWhole with replace: false keeps an existing file, throws EEXIST, and leaves no draft", async () => {
    const first = { mode: 0o600, replace: false };
    await writeWhole(file, "old", first);
    await expect(writeWhole(file, "new", first)).rejects.toMatchObject({ code: "EEXIST" });
    expect(readFileSync(file, "utf8")).toBe("old");
    expect(readdirSync(folder)).toEqual(["kept"]);
  });

  test("writeWhole leaves no draft when it cannot rename it", async () => {
    mkdirSync(file);
    await expect(writeWhole(file, "text", { mode: 0o600 })).rejects.toThrow();
    expect(readdirSync(folder)).toEqual(["kept"]);
  });
});

test("readIfPresent returns undefined for a missing file, and throws for an unreadable one", async () => {
  expect(await readIfPresent(file)).toBeUndefined();
  await writeWhole(file, "text", { mode: 0o600 });
  expect(await readIfPresent(file)).toBe("text");
  await expect(readIfPresent(folder)).rejects.toMatchObject({ code: "EISDIR" });
});
