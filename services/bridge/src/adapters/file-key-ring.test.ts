import { chmod, mkdtemp, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { createFileKeyRing } from "./file-key-ring.ts";
import { describeKeyRing } from "./key-ring.contract.ts";
import { readKeyRing } from "./key-ring-file.ts";

function storedKeyRing(change: object = {}): string {
  const key = { id: "ab".repeat(8), secret: "cd".repeat(32), created_at: "2026-01-01T00:00:00Z" };
  return JSON.stringify({ version: 1, keys: [{ ...key, ...change }] });
}

async function newFile(): Promise<string> {
  return path.join(await mkdtemp(path.join(tmpdir(), "veil-bridge-")), "ring.json");
}

describeKeyRing("file", async (nowMs) => {
  const file = await newFile();
  return {
    open: () => createFileKeyRing(file, { nowMs }),
    keyIds: async () => (await readKeyRing(file)).map(({ id }) => id.toString("hex")),
  };
});

describe("The file of the key ring", () => {
  let file: string;
  beforeEach(async () => {
    file = await newFile();
  });

  test("is for its owner alone, and no draft or lock stays beside it", async () => {
    await createFileKeyRing(file).current();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(path.dirname(file))).toEqual(["ring.json"]);
  });

  test("holds no key that was destroyed", async () => {
    let nowMs = 0;
    const keyRing = createFileKeyRing(file, { nowMs: () => nowMs });
    const { secret } = await keyRing.current();
    expect(await readFile(file, "utf8")).toContain(secret.toString("hex"));
    nowMs = 30 * 24 * 3_600_000;
    await keyRing.sweep();
    expect(await readFile(file, "utf8")).not.toContain(secret.toString("hex"));
  });

  test("When others may read it, then no token is made", async () => {
    await createFileKeyRing(file).current();
    await chmod(file, 0o640);
    await expect(createFileKeyRing(file).current()).rejects.toThrow("mode 0600");
  });

  test.each([
    ["no JSON", "SECRET"],
    ["another form", '{"version":2,"keys":[]}'],
    ["a short key", storedKeyRing({ id: "00" })],
    ["a secret that is not hexadecimal", storedKeyRing({ secret: "SECRET" })],
    ["a key without a time", storedKeyRing({ created_at: "SECRET" })],
  ])("When it holds %s, then it is neither used nor overwritten", async (_what, content) => {
    await writeFile(file, content, { mode: 0o600 });
    const failed = createFileKeyRing(file).current();
    await expect(failed).rejects.toThrow("invalid format");
    await expect(failed).rejects.not.toThrow("SECRET");
    expect(await readFile(file, "utf8")).toBe(content);
    expect(await readdir(path.dirname(file))).toEqual(["ring.json"]);
  });

  test("When another process wrote it, then its keys are used", async () => {
    await writeFile(file, storedKeyRing(), { mode: 0o600 });
    expect(await readKeyRing(file)).toEqual([
      {
        id: Buffer.alloc(8, 0xab),
        secret: Buffer.alloc(32, 0xcd),
        createdAtMs: Date.UTC(2026, 0, 1),
      },
    ]);
  });

  test("When it cannot be read once, then the next call tries again", async () => {
    await writeFile(file, "", { mode: 0o600 });
    const keyRing = createFileKeyRing(file);
    await expect(keyRing.current()).rejects.toThrow();
    await writeFile(file, '{"version":1,"keys":[]}', { mode: 0o600 });
    expect((await keyRing.current()).secret).toHaveLength(32);
  });

  test("When a process died with the lock, then the lock is taken over", async () => {
    await writeFile(`${file}.lock`, "dead");
    const longAgo = Date.now() / 1000 - 60;
    await utimes(`${file}.lock`, longAgo, longAgo);
    expect((await createFileKeyRing(file).current()).secret).toHaveLength(32);
    expect(await readdir(path.dirname(file))).toEqual(["ring.json"]);
  });

  test("is not opened for each token", async () => {
    const keyRing = createFileKeyRing(file);
    const key = await keyRing.current();
    await chmod(file, 0o000);
    await writeFile(`${file}.lock`, "held");
    expect(await keyRing.current()).toBe(key);
  });
});
