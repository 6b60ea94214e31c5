import { describe, expect, test } from "@jest/globals";
import { createGrowingRoot, ed25519PrivateKey, sha256, type TreeHead } from "@veil/crypto";
import { silentLogger } from "@veil/service-kit/telemetry";
import { until } from "@veil/testing";
import { createNoteSigner } from "@veil/veil";
import { cosign, parseSignedNote, signCheckpoint, writeSignedNote } from "@veil/veil/log";
import { createLogWatch } from "./log-watch.ts";

const signerOf = (byte: number, name = "log.example") =>
  createNoteSigner(name, "ed25519", ed25519PrivateKey(Buffer.alloc(32, byte)));
const log = signerOf(1);

/** Returns the head of a log with these entries. */
function headOf(entries: readonly string[]): TreeHead {
  const growing = createGrowingRoot();
  for (const entry of entries) growing.add(sha256(entry));
  return { size: entries.length, root: growing.root() };
}

const noteOf = (entries: readonly string[], signer = log) =>
  signCheckpoint(headOf(entries), signer);

const COMMON = {
  logKeys: [log.key.publicKey],
  intervalMs: 60_000,
  startDelayMs: 0,
  log: silentLogger,
  nowMs: () => 7,
};

/** Runs the watch once for each state of the log. Two entries need a path of one hash. */
async function watched(
  ...states: readonly (readonly [note: string | undefined, consistency?: readonly Uint8Array[]])[]
) {
  let stored: string | undefined;
  let runs = 0;
  const results = [];
  for (const [checkpoint, consistency = []] of states) {
    const watch = createLogWatch({
      ...COMMON,
      reader: {
        async checkpoint() {
          runs += 1;
          const path = consistency.map((hash) => Buffer.from(hash).toString("base64"));
          return checkpoint === undefined ? undefined : { checkpoint, consistency: path };
        },
      },
      seen: {
        find: async () => stored,
        async save(note) {
          stored = note;
        },
      },
      witnesses: [],
    });
    const before = runs;
    watch.start();
    await until("it has run", () => runs > before);
    await watch.stop();
    results.push(watch.last());
  }
  return { results, stored };
}

/** The hash that proves that a log of two entries begins with a log of one. */
const leafOf = (entry: string) => {
  const growing = createGrowingRoot();
  growing.add(sha256(entry));
  return growing.root();
};

describe("The watch of the audit log", () => {
  test("a checkpoint is read again until its witness has cosigned it", async () => {
    const witness = createNoteSigner(
      "witness.example",
      "cosignature/v1",
      ed25519PrivateKey(Buffer.alloc(32, 3)),
    );
    const { text, signatures } = parseSignedNote(noteOf(["a"]));
    const cosigned = writeSignedNote({
      text,
      signatures: [...signatures, cosign(text, witness, 5)],
    });
    const answers = [noteOf(["a"]), cosigned];
    const watch = createLogWatch({
      ...COMMON,
      reader: { checkpoint: async () => ({ checkpoint: answers.shift() ?? "", consistency: [] }) },
      seen: { find: async () => undefined, save: async () => undefined },
      witnesses: [witness.key],
    });
    await watch.ready();
    expect(watch.last()?.checkpoint).toBe(cosigned);
    expect(answers).toEqual([]);
  });

  test("a log that grew is intact, and the newest checkpoint is stored", async () => {
    const grown = noteOf(["a", "b"]);
    const { results, stored } = await watched([noteOf(["a"])], [grown, [leafOf("b")]]);
    expect(results.map((result) => [result?.size, result?.broken])).toEqual([
      [1, undefined],
      [2, undefined],
    ]);
    expect(stored).toBe(grown);
    expect(results[1]).toMatchObject({
      at: new Date(7),
      checkpointSha256: sha256(grown).toString("hex"),
    });
  });

  test.each([
    ["whose first entry changed", noteOf(["x", "b"]), [leafOf("b")]],
    ["of the same size with another entry", noteOf(["x"]), []],
    ["whose proof is missing", noteOf(["a", "b"]), []],
    ["of another origin", noteOf(["a"], signerOf(1, "other.example")), []],
  ])("a log %s is broken, and the stored checkpoint stays", async (_what, note, path) => {
    const { results, stored } = await watched([noteOf(["a"])], [note, path]);
    expect(results[1]?.broken).toEqual(expect.any(String));
    expect(stored).toBe(noteOf(["a"]));
  });

  test.each([
    ["with fewer entries", noteOf(["a"])],
    ["without a checkpoint", undefined],
  ])("a log %s than before is broken", async (_what, note) => {
    const { results } = await watched([noteOf(["a", "b"])], [note]);
    expect(results[1]?.broken).toMatch(/^The log had 2 entries and now has (1|none)$/);
  });

  test("a checkpoint that no trusted key signed counts as not compared", async () => {
    const { results, stored } = await watched([noteOf(["a"], signerOf(2))]);
    expect(results).toEqual([undefined]);
    expect(stored).toBeUndefined();
  });

  test("an empty log that was never larger counts as not compared", async () => {
    expect((await watched([undefined])).results).toEqual([undefined]);
  });
});
