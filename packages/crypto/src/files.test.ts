import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { createFolder, readCompressed, readIfPresent, writeWhole } from "./files.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "veil-files-"));
  file = path.join(folder, "kept");
});
afterEach(() => rmSync(folder, { recursive: true }));

const modeOf = (name: string) => statSync(name).mode & 0o777;

describe("createFolder", () => {
  test("createFolder creates the folders above with the same mode, and keeps a folder that exists", () => {
    const inner = path.join(folder, "a/b");
    createFolder(inner, 0o700);
    expect([modeOf(path.join(folder, "a")), modeOf(inner)]).toEqual([0o700, 0o700]);
    createFolder(inner, 0o755);
    expect(modeOf(inner)).toBe(0o700);
  });

  test.each(["", "a/b"])("createFolder throws for a file with /%s, and names the file", (below) => {
    writeFileSync(file, "");
    const cannot = `Cannot create the folder ${file}: EEXIST`;
    expect(() => createFolder(path.join(file, below))).toThrow(cannot);
  });

  test("createFolder ends where the system refuses each folder with ENOENT", () => {
    expect(() => createFolder("/proc/veil/keys")).toThrow("Cannot create the folder /proc");
  });
});

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

describe("writeWhole with chunks", () => {
  async function* chunks(count: number) {
    for (let n = 0; n < count; n += 1) yield Buffer.from(`${n}\n`);
    if (count === 3) throw new Error("no more chunks");
  }

  test("writeWhole writes all chunks of an iterable", async () => {
    await writeWhole(file, chunks(2), { mode: 0o600 });
    expect(readFileSync(file, "utf8")).toBe("0\n1\n");
  });

  test("When the iterable throws, then writeWhole throws its error and leaves no file", async () => {
    await expect(writeWhole(file, chunks(3), { mode: 0o600 })).rejects.toThrow("no more chunks");
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("readCompressed", () => {
  const text = Buffer.from("a line\n".repeat(50_000));
  const read = () => buffer(readCompressed(file));

  test("readCompressed returns the text of a gzip file", async () => {
    writeFileSync(file, gzipSync(text));
    expect((await read()).equals(text)).toBe(true);
  });

  test.each<[string, () => Uint8Array]>([
    ["is cut off", () => gzipSync(text).subarray(0, -1)],
    ["has another byte after its end", () => Buffer.concat([gzipSync(text), Buffer.of(1)])],
    ["has zero bytes after its end", () => Buffer.concat([gzipSync(text), Buffer.alloc(9)])],
    [
      "has another checksum",
      () => Buffer.concat([gzipSync(text).subarray(0, -8), Buffer.alloc(8)]),
    ],
    ["is not compressed", () => text],
    ["is empty", () => Buffer.alloc(0)],
  ])("readCompressed throws a VerificationError for a file that %s", async (_, content) => {
    writeFileSync(file, content());
    await expect(read()).rejects.toMatchObject({ name: "VerificationError", code: "malformed" });
  });

  test("readCompressed throws the system's error for a missing file and for a folder", async () => {
    await expect(read()).rejects.toMatchObject({ code: "ENOENT" });
    mkdirSync(file);
    await expect(read()).rejects.toMatchObject({ code: "EISDIR" });
  });
});

test("readIfPresent returns undefined for a missing file, and throws for an unreadable one", async () => {
  expect(await readIfPresent(file)).toBeUndefined();
  await writeWhole(file, "text", { mode: 0o600 });
  expect(await readIfPresent(file)).toBe("text");
  await expect(readIfPresent(folder)).rejects.toMatchObject({ code: "EISDIR" });
});
