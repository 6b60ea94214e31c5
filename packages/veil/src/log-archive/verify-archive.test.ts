import { describe, expect, test } from "@jest/globals";
import { archivedTexts, testArchives, testLogSigner } from "@veil/testing/log-archives";
import fc from "fast-check";
import { signCheckpoint } from "../log/index.ts";
import { type ArchivedEvent, verifyArchive } from "./verify-archive.ts";

const signer = testLogSigner("example.com/log");
const other = testLogSigner("example.com/other");
const texts = archivedTexts(13);
const [first = "", second = "", third = ""] = testArchives(texts, [5, 6, 13], signer);

async function* inChunks(bytes: Uint8Array, length = 100) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function verify(archive: string | Uint8Array, after?: string, length?: number) {
  const entries: ArchivedEvent[] = [];
  const bytes = typeof archive === "string" ? Buffer.from(archive) : archive;
  const visit = (entry: ArchivedEvent) => void entries.push(entry);
  const options = { keys: [signer.key], after, visit };
  return { ...(await verifyArchive(inChunks(bytes, length), options)), entries };
}

async function problemOf(archive: string | Uint8Array, after?: string): Promise<string> {
  return await verify(archive, after).then(
    () => "none",
    (error: Error) => `${error.name}: ${error.message}`,
  );
}

const pruningOf = (archive: string) => JSON.parse(archive.split("\n", 1)[0] ?? "").pruning;

/** Changes the lines of an archive; line 1 is the header. */
function changed(archive: string, change: (lines: string[]) => readonly string[]): string {
  return `${change(archive.split("\n").slice(0, -1)).join("\n")}\n`;
}

function withHeader(archive: string, fields: object): string {
  return changed(archive, ([header = "", ...lines]) => [
    JSON.stringify({ ...JSON.parse(header), ...fields }),
    ...lines,
  ]);
}

describe("verifyArchive", () => {
  test("Each archive of a log verifies, continues the previous one, and has the log's entries in their order", async () => {
    const found: ArchivedEvent[] = [];
    let after: string | undefined;
    for (const [archive, firstSeq, lastSeq] of [
      [first, 1, 5],
      [second, 6, 6],
      [third, 7, 13],
    ] as const) {
      const { entries, ...verified } = await verify(archive, after);
      expect(verified).toMatchObject({ firstSeq, lastSeq, after: after ?? null });
      after = verified.pruning;
      found.push(...entries);
    }
    expect(found.map(({ canonical }) => canonical)).toEqual(texts);
    expect(found.map(({ seq }) => seq)).toEqual(texts.map((_, at) => at + 1));
  });

  test("An archive also verifies without the previous one, and in chunks of any length", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4_000 }), async (length) => {
        expect((await verify(third, undefined, length)).entries).toHaveLength(7);
      }),
      { numRuns: 30 },
    );
  });

  test("When any one byte of an archive is changed, then it does not verify", async () => {
    const bytes = Buffer.from(third);
    const anyByte = fc.record({
      at: fc.integer({ min: 0, max: bytes.length - 1 }),
      bit: fc.integer({ min: 0, max: 7 }),
    });
    await fc.assert(
      fc.asyncProperty(anyByte, async ({ at, bit }) => {
        const copy = Buffer.from(bytes);
        copy[at] = (copy[at] ?? 0) ^ (1 << bit);
        expect(await problemOf(copy)).toMatch(/^VerificationError: line \d+: /);
      }),
      { numRuns: 300 },
    );
  });

  test.each<[string, (lines: string[]) => readonly string[], string]>([
    ["changed", (lines) => lines.with(4, (lines[4] ?? "").replace("KEY_", "KEI_")), "line 5: "],
    ["removed", (lines) => lines.toSpliced(4, 1), "line 5: "],
    ["inserted", (lines) => lines.toSpliced(4, 0, lines[1] ?? ""), "line 5: "],
    ["moved", (lines) => [...lines.slice(0, 4), ...lines.slice(4).reverse()], "line 5: "],
    ["appended", (lines) => [...lines, lines[7] ?? ""], "line 9: more events"],
    [
      "cut off",
      (lines) => lines.slice(0, 6),
      "line 7: the last 2 of the signed events are missing",
    ],
    ["removed with all the others", (lines) => lines.slice(0, 1), "line 2: the last 7 of"],
    ["removed with the header", () => [], "line 1: not the header"],
    ["replaced by text", (lines) => lines.with(4, "text"), "line 5: not a hash and an event"],
  ])(
    "When an entry was %s, then the message names the first wrong line",
    async (_, change, message) => {
      expect(await problemOf(changed(third, change))).toContain(message);
    },
  );

  test("When an event was changed and all hashes were computed again, then the last line is not what the log signed", async () => {
    const edited = texts.with(8, (texts[8] ?? "").replace("KEY_ISSUED", "KEY_ROTATED"));
    const forged = testArchives(edited, [5, 6, 13], other)[2] ?? "";
    const header = third.split("\n", 1)[0] ?? "";
    expect(await problemOf(changed(forged, (lines) => lines.with(0, header)))).toContain(
      "line 8: the events up to this one are not those that the log has signed",
    );
  });

  test("When the last line has no end, then the message names it", async () => {
    expect(await problemOf(third.slice(0, -1))).toContain("line 8: the line has no end");
    expect(await problemOf("")).toContain("line 1: the archive is empty");
  });

  test("When the archive before it is another one or is missing, then it does not continue that one", async () => {
    expect(await problemOf(third, pruningOf(first))).toContain(
      "does not continue the previous one",
    );
    expect(await problemOf(first, pruningOf(third))).toContain(
      "does not continue the previous one",
    );
  });

  test.each<[string, object, string]>([
    ["another previous pruning", { after: pruningOf(first) }, "the subtrees are not those"],
    ["no previous pruning", { after: null }, "another number of subtrees"],
    [
      "a previous pruning of another log",
      {
        after: pruningOf(testArchives(texts, [6], other)[0] ?? ""),
      },
      "not signed by a key of the log",
    ],
    ["a later pruning as the previous one", { after: pruningOf(third) }, "is not smaller"],
    ["the pruning of fewer events", { pruning: pruningOf(second) }, "is not smaller"],
    [
      "only a checkpoint as the pruning",
      {
        pruning: signCheckpoint({ size: 13, root: Buffer.alloc(32) }, signer),
      },
      "the checkpoint states none",
    ],
    [
      "changed subtrees",
      { subtrees: [0, 1].map((n) => Buffer.alloc(32, n).toString("base64")) },
      "the subtrees are not those",
    ],
    ["another format", { format: "veil-audit-archive/v2" }, "not the header of an archive"],
    ["a field that the format does not have", { size: 13 }, "not the header of an archive"],
  ])(
    "When the header has %s, then the archive is refused at line 1",
    async (_, fields, message) => {
      const problem = await problemOf(withHeader(third, fields));
      expect(problem).toContain("VerificationError: line 1: ");
      expect(problem).toContain(message);
    },
  );

  test("When both logs are trusted, then an archive whose prunings are of different logs is refused", async () => {
    const foreign = pruningOf(testArchives(texts, [6], other)[0] ?? "");
    const archive = Buffer.from(withHeader(third, { after: foreign }));
    await expect(
      verifyArchive(inChunks(archive), { keys: [signer.key, other.key] }),
    ).rejects.toThrow("line 1: the two prunings are of different logs");
  });

  test("When a line is longer than any entry or is not UTF-8, then the archive is refused", async () => {
    expect(await problemOf(`${"x".repeat(2 ** 21)}`)).toContain("line 1: longer than any entry");
    const bytes = Buffer.concat([Buffer.from(second), Buffer.of(0xff, 0x0a)]);
    expect(await problemOf(bytes)).toContain("not UTF-8");
  });
});
