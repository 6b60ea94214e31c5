/** @heavy starts a third-party client in Python */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { parseJson } from "@veil/contracts/parsing";
import { describeWhere, judgePath } from "@veil/testing";
import { verifyNoteBytes } from "@veil/veil";
import { parseSignedNote, parseVkey, verifyCosignature, vkeyText } from "@veil/veil/log";
import { runWitness } from "../src/commands.ts";
import { createGrowingLog } from "./growing-log.ts";

const MAIN = path.resolve(import.meta.dirname, "../dist/main.js");
const CLIENT = path.join(import.meta.dirname, "submit_checkpoints.py");
const python = judgePath("python-interop") ?? "";
const log = createGrowingLog();
const otherLog = createGrowingLog(undefined, undefined, "other");

describeWhere(python !== "", "An independent client", "scripts/with-python-interop", () => {
  let folder: string;
  let vkey: string;
  let child: ChildProcess;
  let url: string;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "veil-witness-"));
    const files = ["--key", path.join(folder, "key.json"), "--state", path.join(folder, "state")];
    await runWitness(["init", "--name", "witness.example/w1", ...files], (text) => {
      vkey = text.trim();
    });
    const args = ["serve", ...files, "--log", vkeyText(log.key), "--listen", "127.0.0.1:0"];
    const started = spawn(process.execPath, [MAIN, ...args], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    child = started;
    const [line] = (await once(createInterface(started.stdout), "line")) as [string];
    url = `http://127.0.0.1:${(parseJson(line) as { port: number }).port}`;
  });
  afterAll(async () => {
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true });
  });

  test("an independent client gets cosignatures from our witness as the log grows, and none for another log or a rollback", () => {
    const submissions = [
      [submission(log, 5), submission(log, 9), submission(log, 9)],
      // The client starts at 0, and learns from the witness's response where to continue.
      [submission(log, 14), submission(otherLog, 20), submission(otherLog, 14), submission(log, 3)],
    ];
    const input = JSON.stringify({ url, vkey, clients: submissions });
    const results = parseJson(execFileSync(python, [CLIENT], { input, stdio: "pipe" })) as {
      readonly note?: string;
      readonly error?: string;
    }[];
    const outcomes = results.map(({ note, error }) => error ?? cosignedSize(note ?? ""));
    expect(outcomes).toEqual([
      ...[5, 9, 9, 14],
      ...["WitnessRejected", "WitnessRejected", "WitnessAhead"],
    ]);
  });

  function cosignedSize(text: string): number {
    const note = parseSignedNote(text);
    expect(verifyCosignature(note, parseVkey(vkey), verifyNoteBytes)).toBeGreaterThan(
      1_700_000_000,
    );
    return Number(note.text.split("\n")[1]);
  }
});

/** Returns a checkpoint with proofs from every smaller size. */
function submission(of: typeof log, size: number) {
  const proofs = Array.from({ length: size + 1 }, (_, from) => [
    from,
    of.proof(from, size).map((hash) => Buffer.from(hash).toString("base64")),
  ]);
  return { note: of.note(size), proofs: Object.fromEntries(proofs) };
}
