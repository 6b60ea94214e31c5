import { chmod, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { newKeyRingFile } from "../../test/key-ring-file.ts";
import type { KeyRing } from "../ports.ts";
import { createFileKeyRing } from "./file-key-ring.ts";
import { readKeyRing } from "./key-ring-file.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

function storedKeyRing(change: object = {}): string {
  const key = { id: "ab".repeat(8), secret: "cd".repeat(32), created_at: "2026-01-01T00:00:00Z" };
  return JSON.stringify({ version: 1, keys: [{ ...key, ...change }] });
}

describe("The key ring", () => {
  async function setUp() {
    const clock = { nowMs: Date.parse("2026-01-01T00:00:00Z") };
    const file = newKeyRingFile();
    return {
      clock,
      open: () => createFileKeyRing(file, { nowMs: () => clock.nowMs }),
      /** Returns the stored key ids in hexadecimal, oldest first. */
      keyIds: async () => (await readKeyRing(file)).map(({ id }) => id.toString("hex")),
      idOf: async (keyRing: KeyRing) => (await keyRing.current()).id.toString("hex"),
    };
  }

  test("The key ring makes a 32-byte key with an 8-byte id", async () => {
    const { open, keyIds } = await setUp();
    const { id, secret } = await open().current();
    expect([id.length, secret.length]).toEqual([8, 32]);
    expect(await keyIds()).toEqual([id.toString("hex")]);
  });

  test("The key ring returns the same key for a day, and a new key after that", async () => {
    const { clock, open, keyIds, idOf } = await setUp();
    const keyRing = open();
    const first = await idOf(keyRing);
    clock.nowMs += DAY_MS - 1;
    expect(await idOf(keyRing)).toBe(first);
    clock.nowMs += 1;
    const second = await idOf(keyRing);
    expect(second).not.toBe(first);
    expect(await keyIds()).toEqual([first, second]);
  });

  test("After a restart, the key ring returns the same key for the rest of the day", async () => {
    const { open, idOf } = await setUp();
    const before = await open().current();
    const after = await open().current();
    expect(after).toEqual(before);
    expect(await idOf(open())).toBe(before.id.toString("hex"));
  });

  test("When replicas rotate the key concurrently, then all of them get the same new key", async () => {
    const { clock, open, keyIds, idOf } = await setUp();
    const rings = [1, 2, 3, 4].map(() => open());
    for (let day = 1; day <= 3; day += 1) {
      const ids = await Promise.all(rings.map(idOf));
      expect(new Set(ids).size).toBe(1);
      expect(await keyIds()).toHaveLength(day);
      clock.nowMs += DAY_MS;
    }
  });

  test("The key ring destroys a key when it is 30 days old, even if no one requests a token", async () => {
    const { clock, open, keyIds, idOf } = await setUp();
    const keyRing = open();
    const first = await idOf(keyRing);
    clock.nowMs += 30 * DAY_MS - 1;
    await keyRing.sweep();
    expect(await keyIds()).toEqual([first]);
    clock.nowMs += 1;
    await keyRing.sweep();
    expect(await keyIds()).toEqual([]);
    expect(await idOf(keyRing)).not.toBe(first);
  });

  test("When the key ring makes a new key, then it destroys only the expired keys", async () => {
    const { clock, open, keyIds, idOf } = await setUp();
    const keyRing = open();
    const ids: string[] = [];
    for (let day = 0; day < 33; day += 1) {
      ids.push(await idOf(keyRing));
      clock.nowMs += DAY_MS;
    }
    clock.nowMs -= DAY_MS;
    expect(await keyIds()).toEqual(ids.slice(3));
  });

  test("When the clock was far ahead for a while, then the key made at that time is no longer used", async () => {
    const { clock, open, idOf } = await setUp();
    clock.nowMs += 400 * DAY_MS;
    const ahead = await idOf(open());
    clock.nowMs -= 400 * DAY_MS;
    const now = await idOf(open());
    expect(now).not.toBe(ahead);
    expect(await idOf(open())).toBe(now);
  });
});

describe("The key ring file", () => {
  let file: string;
  beforeEach(() => {
    file = newKeyRingFile();
  });

  test("The key ring file is readable only by its owner, and no draft or lock file is left next to it", async () => {
    await createFileKeyRing(file).current();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(path.dirname(file))).toEqual(["ring.json"]);
  });

  test("The key ring file does not contain a destroyed key", async () => {
    let nowMs = 0;
    const keyRing = createFileKeyRing(file, { nowMs: () => nowMs });
    const { secret } = await keyRing.current();
    expect(await readFile(file, "utf8")).toContain(secret.toString("hex"));
    nowMs = 30 * DAY_MS;
    await keyRing.sweep();
    expect(await readFile(file, "utf8")).not.toContain(secret.toString("hex"));
  });

  test("When other users can read the key ring file, then no key is returned", async () => {
    await createFileKeyRing(file).current();
    await chmod(file, 0o640);
    await expect(createFileKeyRing(file).current()).rejects.toThrow("mode 0600");
  });

  test.each([
    ["no JSON", "SECRET"],
    ["another version", '{"version":2,"keys":[]}'],
    ["a short key", storedKeyRing({ id: "00" })],
    ["a secret that is not hexadecimal", storedKeyRing({ secret: "SECRET" })],
    ["a key without a time", storedKeyRing({ created_at: "SECRET" })],
  ])(
    "When the key ring file contains %s, then it is neither used nor overwritten",
    async (_what, content) => {
      await writeFile(file, content, { mode: 0o600 });
      const failed = createFileKeyRing(file).current();
      await expect(failed).rejects.toThrow("invalid format");
      await expect(failed).rejects.not.toThrow("SECRET");
      expect(await readFile(file, "utf8")).toBe(content);
      expect(await readdir(path.dirname(file))).toEqual(["ring.json"]);
    },
  );

  test("When another process wrote the key ring file, then the keys in the file are used", async () => {
    await writeFile(file, storedKeyRing(), { mode: 0o600 });
    expect(await readKeyRing(file)).toEqual([
      {
        id: Buffer.alloc(8, 0xab),
        secret: Buffer.alloc(32, 0xcd),
        createdAtMs: Date.UTC(2026, 0, 1),
      },
    ]);
  });

  test("When reading the key ring file fails, then the next call tries again", async () => {
    await writeFile(file, "", { mode: 0o600 });
    const keyRing = createFileKeyRing(file);
    await expect(keyRing.current()).rejects.toThrow();
    await writeFile(file, '{"version":1,"keys":[]}', { mode: 0o600 });
    expect((await keyRing.current()).secret).toHaveLength(32);
  });

  test("When a process died while it held the lock, then another process takes the lock over", async () => {
    await writeFile(`${file}.lock`, "dead");
    const longAgo = Date.now() / 1000 - 60;
    await utimes(`${file}.lock`, longAgo, longAgo);
    expect((await createFileKeyRing(file).current()).secret).toHaveLength(32);
    expect(await readdir(path.dirname(file))).toEqual(["ring.json"]);
  });

  test("The key of the day comes from memory, without opening the key ring file", async () => {
    const keyRing = createFileKeyRing(file);
    const key = await keyRing.current();
    await chmod(file, 0o000);
    await writeFile(`${file}.lock`, "held");
    expect(await keyRing.current()).toBe(key);
  });
});
