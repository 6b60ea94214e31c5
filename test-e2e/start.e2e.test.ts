/** @all starts and stops whole demonstrations */
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { until } from "@veil/testing";
import { veil } from "./support/clients/command-line.ts";
import { gatewayAt } from "./support/clients/gateway.ts";
import { exitCodeOf, NpmStart, type Run } from "./support/clients/npm-start.ts";
import { pidOf, stillRunning } from "./support/processes.ts";
import { letterRequest, PERSON_EN } from "./support/texts.ts";

const demo = await NpmStart.open();
const { state } = demo;
afterAll(() => demo.close());

const keyFile = path.join(state, "demo-key");
let firstKey = "";

/** Runs every command of the tour in a shell, exactly as printed. */
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

/** Verifies a call's certificate from files, with the keys that npm start printed. */
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

test("Ctrl-C terminates every process of npm start", async () => {
  const run = await demo.start(["--details"]);
  const tree = await demo.serving(run);
  // The tree contains six services, the simulator, PostgreSQL with its helpers, the watchdog, and
  // npm start itself.
  expect(tree.length).toBeGreaterThanOrEqual(10);
  expect(run.output()).toContain("Every promise was kept.");
  expect(run.output()).toContain("Each request has a certificate, proven by the audit log");
  firstKey = demo.demoKey();
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

test("When npm start itself is killed, then all its processes terminate too", async () => {
  const run = await demo.start();
  const tree = await demo.serving(run);
  run.child.kill("SIGKILL");
  await until("nothing is left", () => stillRunning(tree).length === 0);
});

test("When the pepper is missing, then npm start fails, and the error message suggests what to do", async () => {
  const pepper = path.join(state, "keys/gateway.pepper");
  const content = readFileSync(pepper);
  rmSync(pepper);
  const run = await demo.start(["--once"]);
  expect(await exitCodeOf(run)).toBe(1);
  expect(run.output()).toContain(`${pepper} is missing`);
  expect(run.output()).toContain("from a backup");
  writeFileSync(pepper, content, { mode: 0o600 });
});

test("After a stop and a kill, npm start --once without trust.json keeps the same key, and exits with 0 when every promise was kept", async () => {
  rmSync(path.join(state, "keys/trust.json"));
  const run = await demo.start(["--once"]);
  expect(await exitCodeOf(run)).toBe(0);
  expect(run.output()).toContain("Every promise was kept.");
  expect(demo.demoKey()).toBe(firstKey);
});

test("When a service crashes, then the output names it and the whole stack stops", async () => {
  const run = await demo.start();
  const tree = await demo.serving(run);
  process.kill(pidOf(tree, "services/bridge/"), "SIGKILL");
  expect(await exitCodeOf(run)).toBe(1);
  expect(run.output()).toContain("bridge ended by SIGKILL");
  expect(stillRunning(tree)).toEqual([]);
});

test("Settings and options of npm start reach the services, and the output lists them on one screen", async () => {
  const run = await demo.start(["--tools"], { STREAMING_ENABLED: "true", MODELS_ALLOWED: "m-1" });
  await demo.serving(run);
  expect(run.output()).toContain("streaming on, tools on");
  expect(run.output()).toContain("Settings   MODELS_ALLOWED");
  expect(run.output().split("\n").length).toBeLessThanOrEqual(40);
  const gateway = gatewayAt(run.url);
  const stream = await gateway.call({
    ...{ method: "POST", path: "/v1/messages" },
    apiKey: demo.demoKey(),
    body: {
      ...{ model: "m-1", max_tokens: 20, stream: true },
      messages: [{ role: "user", content: "Hello" }],
      tools: [{ name: "look_up", input_schema: { type: "object" } }],
    },
  });
  await gateway.close();
  expect(stream.text).toContain("event: message_stop");
  run.child.kill("SIGINT");
  await exitCodeOf(run);
});

test("When a variable resembles a setting but is not one, then nothing starts, and the message names the variable", async () => {
  const run = await demo.start(["--once"], { STREAMING_ENABLE: "true" });
  expect(await exitCodeOf(run)).toBe(1);
  expect(run.output()).toContain("STREAMING_ENABLE is no setting");
});

test("When a table of providers is set without a provider's key, then nothing starts", async () => {
  const run = await demo.start(["--once"], { PROVIDER_TABLE: "{}" });
  expect(await exitCodeOf(run)).toBe(1);
  expect(run.output()).toContain("set LLM_API_KEY too");
});
