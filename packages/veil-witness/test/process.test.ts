import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { parseJson } from "@veil/contracts/parsing";
import { verifyNoteBytes } from "@veil/veil";
import {
  parseSignatureLines,
  parseSignedNote,
  parseVkey,
  verifyCosignature,
  vkeyText,
} from "@veil/veil/log";
import { runWitness } from "../src/commands.ts";
import { createGrowingLog } from "./growing-log.ts";

const MAIN = path.resolve(import.meta.dirname, "../dist/main.js");
const DIST = path.resolve(import.meta.dirname, "../dist/index.js");
const log = createGrowingLog();

let folder: string;
let vkey: string;
const children: ChildProcess[] = [];
const at = (name: string) => path.join(folder, name);
const FILES = () => ["--key", at("key.json"), "--state", at("state")];

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "veil-witness-"));
  await runWitness(["init", "--name", "witness.example/w1", ...FILES()], (text) => {
    vkey = text.trim();
  });
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    const ended = child.exitCode ?? child.signalCode ?? once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }
  rmSync(folder, { recursive: true });
});

/** Starts a witness. @returns its URL */
async function start(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  return `http://127.0.0.1:${(parseJson(line) as { port: number }).port}/add-checkpoint`;
}

const serve = () =>
  start([MAIN, "serve", ...FILES(), "--log", vkeyText(log.key), "--listen", "127.0.0.1:0"]);

async function post(url: string, body: Buffer) {
  const response = await fetch(url, { method: "POST", body: new Uint8Array(body) });
  const { status, headers } = response;
  return { status, type: headers.get("content-type"), body: await response.text() };
}

test("A witness cosigns over HTTP, and continues from its last cosigned checkpoint after kill -9", async () => {
  const url = await serve();
  const first = await post(url, log.request(0, 5));
  const note = {
    text: parseSignedNote(log.note(5)).text,
    signatures: parseSignatureLines(first.body),
  };
  expect(first.status).toBe(200);
  expect(verifyCosignature(note, parseVkey(vkey), verifyNoteBytes)).toBeGreaterThan(1_700_000_000);

  children[0]?.kill("SIGKILL");
  const again = await serve();
  expect(await post(again, log.request(0, 4))).toEqual({
    ...{ status: 409, type: "text/x.tlog.size", body: "5\n" },
  });
  expect((await post(again, log.request(5, 9))).status).toBe(200);
});

test("A witness that is killed between saving and responding remembers the saved checkpoint", async () => {
  const program = `
    import { readFileSync } from "node:fs";
    import { createServer } from "node:http";
    import { buffer } from "node:stream/consumers";
    import { createWitness, openStateFolder, readWitnessKey } from ${JSON.stringify(DIST)};
    import { parseVkey } from ${JSON.stringify(path.resolve(import.meta.dirname, "../../veil/dist/log/index.js"))};
    const logs = [parseVkey(${JSON.stringify(vkeyText(log.key))})];
    const states = openStateFolder(${JSON.stringify(at("state"))}, [logs[0].name]);
    const save = async (text) => {
      await states.save(text);
      process.kill(process.pid, "SIGKILL");
    };
    const signer = readWitnessKey(readFileSync(${JSON.stringify(at("key.json"))}, "utf8"));
    const add = createWitness({ logs, signer, states: { ...states, save }, nowMs: Date.now });
    const server = createServer(async (req, res) => res.end((await add(await buffer(req))).body));
    server.listen(0, "127.0.0.1", () => console.log(JSON.stringify({ port: server.address().port })));`;
  const dying = await start(["--input-type=module", "--eval", program]);
  await expect(post(dying, log.request(0, 5))).rejects.toThrow();

  const url = await serve();
  expect(await post(url, log.request(0, 4))).toMatchObject({ status: 409, body: "5\n" });
  expect((await post(url, log.request(5, 5))).status).toBe(200);
});

test("An unknown path gets 404, a method other than POST 405, and a body that is too long 400", async () => {
  const url = await serve();
  expect((await fetch(url)).status).toBe(405);
  expect((await post(url.replace("add-", "get-"), Buffer.of())).status).toBe(404);
  expect((await post(url, Buffer.alloc(70_000, 97))).status).toBe(400);
  expect((await post(url, log.request(0, 5))).status).toBe(200);
});

test("init throws instead of replacing an existing key, and serve throws without a key", async () => {
  const key = readFileSync(at("key.json"), "utf8");
  const init = ["init", "--name", "w", "--key", at("key.json"), "--state", at("other")];
  await expect(runWitness(init, () => undefined)).rejects.toMatchObject({ code: "EEXIST" });
  expect(readFileSync(at("key.json"), "utf8")).toBe(key);
  const without = [
    "serve",
    "--key",
    at("key.json"),
    "--state",
    at("absent"),
    "--log",
    vkeyText(log.key),
  ];
  await expect(runWitness(without, () => undefined)).rejects.toMatchObject({ code: "ENOENT" });
});

test.each([
  [["renew"], "init or serve"],
  [["serve"], "serve takes"],
  [["init", "--name", "w"], "init takes"],
  [["serve", "--all"], "unknown option"],
])("The arguments %p cause a usage error", async (args, problem) => {
  await expect(runWitness(args, () => undefined)).rejects.toThrow(problem);
});

test("--help lists both commands", async () => {
  let said = "";
  await runWitness(["--help"], (text) => {
    said += text;
  });
  expect(said).toMatch(/veil-witness init .*veil-witness serve /s);
});
