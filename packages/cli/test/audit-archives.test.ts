import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { archivedTexts, testArchives, testLogSigner } from "@veil/testing/log-archives";
import { verifyNoteBytes } from "@veil/veil";
import { openCheckpoint, vkeyText } from "@veil/veil/log";
import { captured } from "../src/program/captured.contract.ts";

const signer = testLogSigner("log.example/audit");
const other = testLogSigner("log.example/other");
const LOG_KEY = vkeyText(signer.key);
const texts = archivedTexts(13);
const archives = testArchives(texts, [5, 6, 13], signer);
const [idOfFirst, idOfEleventh] = [0, 10].map((at) => JSON.parse(texts[at] ?? "").event_id);

let folder: string;
const at = (name: string) => path.join(folder, name);
const zipped = (text = "") => gzipSync(text);
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "veil-audit-archives-"));
  for (const [index, archive] of archives.entries())
    writeFileSync(at(`${index + 1}.gz`), zipped(archive));
  const [foreign] = testArchives(texts, [5], other);
  writeFileSync(at("other.gz"), zipped(foreign));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function verify(names: readonly string[], ...more: readonly string[]) {
  const given = more.includes("--log-key") ? more : ["--log-key", LOG_KEY, ...more];
  const files = names.map(at);
  const { code, out, err } = await captured(
    "audit",
    "verify-archive",
    "--json",
    ...files,
    ...given,
  );
  return { code, err, body: out && JSON.parse(out) };
}

describe("veil audit verify-archive", () => {
  test("All archives of a log are intact, and the output has their range, times and number of events", async () => {
    expect(await verify(["1.gz", "2.gz", "3.gz"])).toEqual({
      code: 0,
      err: "",
      body: {
        ...{ status: "intact", archives: 3, first_seq: 1, last_seq: 13, entries: 13, events: 13 },
        ...{ oldest: "2026-01-31T00:00:00.000Z", newest: "2026-01-31T00:12:00.000Z" },
      },
    });
  });

  test("One archive from the middle of a log is intact", async () => {
    const { code, body } = await verify(["3.gz"]);
    expect([code, body]).toMatchObject([0, { first_seq: 7, last_seq: 13, entries: 7 }]);
  });

  test("The text for people has the same facts", async () => {
    const { out } = await captured("audit", "verify-archive", at("2.gz"), "--log-key", LOG_KEY);
    expect(out).toMatch(/status +intact\narchives +1\nfirst_seq +6\nlast_seq +6\n/);
  });

  test("When an archive has the event, then the output has its entry as the log hashed it", async () => {
    const { body } = await verify(["2.gz", "3.gz"], "--event", idOfEleventh.toUpperCase());
    expect(body.event).toMatchObject({ seq: 11, entry: texts[10] });
  });

  test("When no archive has the event, then the exit code is 1", async () => {
    const { code, err, body } = await verify(["2.gz", "3.gz"], "--event", idOfFirst);
    expect([code, body.event]).toEqual([1, undefined]);
    expect(err).toContain(`no archive has the event ${idOfFirst}`);
  });

  test("--output writes the checkpoint of the last archive's end, which the log has signed", async () => {
    await verify(["1.gz", "2.gz"], "--output", at("checkpoint.txt"));
    const note = readFileSync(at("checkpoint.txt"), "utf8");
    expect(openCheckpoint(note, signer.key, verifyNoteBytes).checkpoint.size).toBe(6);
  });

  test.each<[string, readonly string[], string]>([
    ["in another order", ["2.gz", "1.gz"], "1.gz: line 1: the archive does not continue"],
    [
      "with one missing between them",
      ["1.gz", "3.gz"],
      "3.gz: line 1: the archive does not continue",
    ],
    ["with one twice", ["1.gz", "1.gz"], "1.gz: line 1: the archive does not continue"],
    [
      "with one of another log",
      ["other.gz"],
      "other.gz: line 1: Pruning: not signed by a key of the log",
    ],
  ])(
    "When archives are given %s, then the exit code is 1 and nothing is printed",
    async (_, names, message) => {
      const { code, err, body } = await verify(names);
      expect([code, body]).toEqual([1, ""]);
      expect(err).toContain(message);
    },
  );

  test.each<[string, () => Buffer, string]>([
    [
      "has a changed event",
      () => zipped(archives[0]?.replace("00:02:00", "00:02:01")),
      "line 4: the event or its hash was changed",
    ],
    ["was cut off", () => zipped(archives[0]).subarray(0, -20), "not a complete gzip file"],
    [
      "has zero bytes after its end",
      () => Buffer.concat([zipped(archives[0]), Buffer.alloc(3)]),
      "more bytes follow the gzip stream",
    ],
    [
      "is followed by another archive",
      () => Buffer.concat([zipped(archives[0]), zipped(archives[1])]),
      "line 7: more events than the log has signed",
    ],
    ["is not compressed", () => Buffer.from(archives[0] ?? ""), "line 1: not a complete gzip file"],
    ["is empty", () => Buffer.alloc(0), "line 1: "],
  ])("When a file %s, then the exit code is 1", async (_, content, message) => {
    writeFileSync(at("bad.gz"), content());
    const { code, err, body } = await verify(["bad.gz"]);
    expect([code, body]).toEqual([1, ""]);
    expect(err).toContain(message);
  });

  test("A missing file, a missing key, and keys of two logs are usage errors", async () => {
    expect((await verify(["missing.gz"])).code).toBe(2);
    expect((await captured("audit", "verify-archive", at("1.gz"))).code).toBe(2);
    const both = ["--log-key", LOG_KEY, "--log-key", vkeyText(other.key)];
    const { code, err } = await verify(["1.gz"], ...both);
    expect([code, err]).toEqual([2, expect.stringContaining("all keys must be of one log")]);
  });
});
