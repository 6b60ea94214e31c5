import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { ed25519PrivateKey } from "@veil/crypto";
import { createNoteSigner, verifyNoteBytes } from "@veil/veil";
import { parseSignatureLines, parseSignedNote, verifyCosignature } from "@veil/veil/log";
import fc from "fast-check";
import { createGrowingLog } from "../test/growing-log.ts";
import { createWitness } from "./add-checkpoint.ts";
import { openStateFolder, type WitnessStates } from "./state-folder.ts";

const NOW_MS = 1_700_000_000_999;
const log = createGrowingLog();
const signer = createNoteSigner(
  "witness.example/w1",
  "cosignature/v1",
  ed25519PrivateKey(Buffer.alloc(32, 9)),
);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "veil-witness-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const openStates = () => openStateFolder(folder, [log.key.name]);
const open = (states: WitnessStates = openStates()) =>
  createWitness({ logs: [log.key], signer, states, nowMs: () => NOW_MS });

/** Verifies the cosignature, and returns its time. */
function cosigned(body: string, note: string): number {
  const { text } = parseSignedNote(note);
  const signatures = parseSignatureLines(body);
  return verifyCosignature({ text, signatures }, signer.key, verifyNoteBytes);
}

describe("Checkpoints that the witness cosigns", () => {
  test("the first checkpoint of a log is cosigned at any size, with the time in whole seconds", async () => {
    const { status, body } = await open()(log.request(0, 5));
    expect(status).toBe(200);
    expect(cosigned(body, log.note(5))).toBe(1_700_000_000);
  });

  test("every checkpoint of a log that grows in any steps or stays the same is cosigned", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(9), { maxLength: 6 }), async (steps) => {
        const add = open({ ...memoryStates() });
        let size = 0;
        for (const step of [1, ...steps]) {
          const next = size + step;
          const { status, body } = await add(log.request(size, next));
          expect(status).toBe(200);
          cosigned(body, log.note(next));
          size = next;
        }
      }),
      { numRuns: 30 },
    );
  });

  test("a checkpoint that one of several keys of the log signed is cosigned", async () => {
    const other = createGrowingLog(log.key.name, 8);
    const add = createWitness({
      ...{ logs: [other.key, log.key], signer, nowMs: () => NOW_MS },
      states: openStates(),
    });
    expect((await add(log.request(0, 3))).status).toBe(200);
  });
});

describe("Checkpoints that the witness refuses", () => {
  const of = (text: string) => Buffer.from(text);
  const request = log.request(0, 5).toString();
  const otherLog = createGrowingLog("example.org/other");
  const unlisted = createGrowingLog(log.key.name, 8);

  test.each<[string, Buffer, number]>([
    ["of an unknown log", otherLog.request(0, 5), 404],
    ["that no known key signed", unlisted.request(0, 5), 403],
    ["with a changed root", of(request.replace(/\n.{4}(.*=\n\n)/, "\nAAAA$1")), 403],
    ["with an old size above its own", log.request(6, 5), 400],
    ["without an old size", of(log.note(5)), 400],
    ["with a signed old size", of(request.replace("old 0", "old +0")), 400],
    ["with zeros before the old size", of(request.replace("old 0", "old 00")), 400],
    ["with a proof line that is no hash", of(request.replace("old 0\n", "old 0\nAAAA\n")), 400],
    [
      "with 64 proof lines",
      of(request.replace("\n", `\n${`${"A".repeat(43)}=\n`.repeat(64)}`)),
      400,
    ],
    ["that is not UTF-8", Buffer.from([...log.request(0, 5), 0xff]), 400],
    ["that is empty", of(""), 400],
    ["with a proof although the log was never seen", log.request(0, 5, log.proof(3, 5)), 422],
  ])("refuses %s, and cosigns the next valid checkpoint", async (_what, body, status) => {
    const add = open();
    expect((await add(body)).status).toBe(status);
    expect((await add(log.request(0, 4))).status).toBe(200);
  });

  test.each<[string, Buffer]>([
    ["no proof", log.request(4, 7, [])],
    ["the proof of another size", log.request(4, 7, log.proof(3, 7))],
    ["a proof with one hash too many", log.request(4, 7, [...log.proof(4, 7), ...log.proof(4, 7)])],
    ["another past", createGrowingLog(log.key.name, 7, "other event").request(4, 7)],
  ])("refuses a checkpoint with %s with 422, and keeps its state", async (_what, body) => {
    const add = open();
    await add(log.request(0, 4));
    expect((await add(body)).status).toBe(422);
    expect((await add(log.request(4, 7))).status).toBe(200);
  });

  test("a checkpoint of a log that was rolled back gets 409 with the last cosigned size", async () => {
    const add = open();
    await add(log.request(0, 9));
    for (const body of [log.request(0, 5), log.request(5, 7), log.request(0, 12)])
      expect(await add(body)).toEqual({ status: 409, type: "text/x.tlog.size", body: "9\n" });
  });

  test("a checkpoint with the last cosigned size but another root gets 409", async () => {
    const add = open();
    const split = createGrowingLog(log.key.name, 7, "other event");
    await add(log.request(0, 5));
    expect(await add(split.request(5, 5))).toMatchObject({ status: 409, body: "5\n" });
    expect((await add(log.request(5, 5))).status).toBe(200);
  });
});

describe("The witness's state", () => {
  test("after a restart, the witness continues from its last cosigned checkpoint", async () => {
    await open()(log.request(0, 5));
    const add = open();
    expect(await add(log.request(0, 5))).toMatchObject({ status: 409, body: "5\n" });
    expect((await add(log.request(5, 8))).status).toBe(200);
  });

  test("when the state cannot be saved, nothing is cosigned", async () => {
    const states = { ...openStates(), save: () => Promise.reject(new Error("disk full")) };
    const add = open(states);
    await expect(add(log.request(0, 5))).rejects.toThrow("disk full");
    expect((await open()(log.request(0, 6))).status).toBe(200);
  });

  test("openStateFolder throws when a file is damaged or belongs to another log", async () => {
    await open()(log.request(0, 5));
    const [file = ""] = readdirSync(folder);
    for (const text of ["", log.note(5).slice(0, 20), "example.org/other\n5\nAAAA\n"]) {
      writeFileSync(path.join(folder, file), text);
      expect(openStates).toThrow();
    }
  });

  test("concurrent requests are handled one after another: the first of equal ones gets 200, and saved sizes increase", async () => {
    const states = openStates();
    const saved: number[] = [];
    const add = open({
      latest: states.latest,
      async save(text) {
        saved.push(Number(text.split("\n")[1]));
        await states.save(text);
      },
    });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => add(log.request(0, 20 - n))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await Promise.all([7, 9, 8, 12, 10].map((more) => add(log.request(20, 20 + more))));
    expect(saved).toEqual([20, 27]);
    expect(states.latest(log.key.name)?.size).toBe(27);
  });
});

function memoryStates(): WitnessStates {
  return { ...openStateFolder(mkdtempSync(path.join(folder, "run-")), [log.key.name]) };
}
