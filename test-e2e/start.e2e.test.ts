import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { PortBlock } from "@veil/local-stack";
import { until } from "@veil/testing";
import { veil } from "./support/command-line.ts";
import { gatewayAt } from "./support/gateway.ts";
import { pidOf, processTree, stillRunning } from "./support/processes.ts";
import { letterRequest, PERSON_EN } from "./support/texts.ts";

const MAIN = path.resolve(import.meta.dirname, "../packages/local-stack/dist/main.js");
const state = mkdtempSync(path.join(tmpdir(), "veil-start-"));
const ports = await PortBlock.reserve();
const started: number[] = [];
afterAll(() => {
  for (const pid of stillRunning(started)) process.kill(pid, "SIGKILL");
  ports.release();
  rmSync(state, { recursive: true, force: true });
});

interface Run {
  readonly child: ChildProcess;
  readonly url: string;
  output(): string;
}

async function start(...args: readonly string[]): Promise<Run> {
  const port = String(await ports.next());
  const all = [MAIN, "--state", state, "--port", port, ...args];
  const child = spawn(process.execPath, all, { env: { PATH: "/usr/bin:/bin" }, stdio: "pipe" });
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  return { child, url: `http://127.0.0.1:${port}`, output: () => output };
}

async function serving(run: Run): Promise<number[]> {
  await until("it serves", () => {
    if (run.child.exitCode !== null) throw new Error(`It ended: ${run.output()}`);
    return run.output().includes("Ctrl-C stops everything.");
  });
  const tree = processTree(run.child.pid ?? 0);
  started.push(...tree);
  // Six services, the simulator, PostgreSQL with its helpers, the watchdog, and itself.
  expect(tree.length).toBeGreaterThanOrEqual(10);
  return tree;
}

async function exitCodeOf({ child }: Run): Promise<number | null> {
  if (child.exitCode === null) await once(child, "exit");
  return child.exitCode;
}

const keyFile = path.join(state, "demo-key");
let firstKey = "";

/** Every command of the tour, as it is printed, in a shell. */
function expectTour(run: Run): void {
  const commands = run
    .output()
    .split("\n")
    .filter((line) => /^curl -s .*[^\\]$/.test(line));
  const [registration, usage, rotation, trail] = commands.map((command) =>
    execFileSync("sh", ["-c", command], { encoding: "utf8" }),
  );
  expect(commands).toHaveLength(4);
  expect(registration).toBe("");
  expect(readFileSync(path.join(state, "tour-key"), "utf8")).toMatch(/^svc_[0-9A-Za-z]{57}\n?$/);
  expect(JSON.parse(String(usage))).toMatchObject({ tier: "free", used: 0 });
  expect(JSON.parse(String(rotation))).toMatchObject({ api_key: expect.stringMatching(/^svc_/) });
  const { events } = JSON.parse(String(trail)) as { events: { event_type: string }[] };
  expect(events.map((event) => event.event_type)).toContain("PROXY_INFERENCE_COMPLETED");
}

/** A call's certificate, from files, by the keys that were printed. */
async function expectCertificate({ url, output }: Run, requestId: string): Promise<void> {
  const printed = (name: string) => new RegExp(`^${name} +(\\S+)`, "m").exec(output())?.[1] ?? "";
  const gateway = gatewayAt(url);
  const certificate = await until("the certificate is in the log", async () => {
    const answer = await gateway.call({
      ...{ path: `/api/v1/veil/certificate/${requestId}`, apiKey: firstKey },
    });
    return answer.status === 200 && answer.body["evidence"] !== null && answer.text;
  });
  const manifest = (await gateway.call({ path: "/.well-known/veil-keys.json" })).text;
  await gateway.close();
  const at = (name: string) => path.join(state, name);
  writeFileSync(at("manifest-file.json"), manifest);
  writeFileSync(at("certificate.json"), certificate);
  const keys = ["--pin", printed("Pin"), "--witness", printed("Witness")];
  const args = ["verify", "--manifest", at("manifest-file.json"), ...keys, at("certificate.json")];
  const { code, out, err } = await veil(args, { env: {} });
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain("VALID. Issued");
}

test("Ctrl-C ends every process", async () => {
  const run = await start();
  const tree = await serving(run);
  expect(run.output()).toContain("Every promise was kept.");
  firstKey = readFileSync(keyFile, "utf8").trim();
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  const gateway = gatewayAt(run.url);
  const reply = await gateway.proxy(firstKey, letterRequest());
  await gateway.close();
  expect(reply.body["result"]).toContain(PERSON_EN.email);
  expectTour(run);
  await expectCertificate(run, String(reply.body["request_id"]));

  run.child.kill("SIGINT");
  await exitCodeOf(run);
  expect(stillRunning(tree)).toEqual([]);
});

test("When npm start itself is killed, then all its processes end too", async () => {
  const run = await start();
  const tree = await serving(run);
  run.child.kill("SIGKILL");
  await until("nothing is left", () => stillRunning(tree).length === 0);
});

test("When the pepper is missing, then it does not start, and the message says what to do", async () => {
  const pepper = path.join(state, "keys/gateway.pepper");
  const content = readFileSync(pepper);
  rmSync(pepper);
  const run = await start("--once");
  expect(await exitCodeOf(run)).toBe(1);
  expect(run.output()).toContain(`${pepper} is missing`);
  expect(run.output()).toContain("from a backup");
  writeFileSync(pepper, content, { mode: 0o600 });
});

test("After a stop and a kill, and without trust.json, it starts again with the same key; --once exits with 0 when every promise held", async () => {
  rmSync(path.join(state, "keys/trust.json"));
  const run = await start("--once");
  expect(await exitCodeOf(run)).toBe(0);
  expect(run.output()).toContain("Every promise was kept.");
  expect(readFileSync(keyFile, "utf8").trim()).toBe(firstKey);
});

test("When a service crashes, then it is reported and the stack ends with it", async () => {
  const run = await start();
  const tree = await serving(run);
  process.kill(pidOf(tree, "services/bridge/"), "SIGKILL");
  expect(await exitCodeOf(run)).toBe(1);
  expect(run.output()).toContain("bridge ended by SIGKILL");
  expect(stillRunning(tree)).toEqual([]);
});
