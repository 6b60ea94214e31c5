import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, expect, test } from "@jest/globals";
import { talkTo } from "./talk-to-agent.ts";

const READ = "const lines = require('node:readline').createInterface({ input: process.stdin });";
const HELLO = "console.log(JSON.stringify({ uid: 1 }));";

const toKill: (() => void)[] = [];
afterEach(() => {
  for (const kill of toKill.splice(0)) kill();
});

function agent(program: string) {
  const child = spawn(process.execPath, ["-e", program], { stdio: ["pipe", "pipe", "inherit"] });
  toKill.push(() => void child.kill("SIGKILL"));
  return child;
}

test("Responses are matched with their requests, in any order", async () => {
  const late = "const kept = []; lines.on('line', (line) => { kept.push(JSON.parse(line).id);";
  const reversed = `${late} if (kept.length === 2) for (const id of kept.reverse()) console.log(JSON.stringify({ id, results: [String(id)] })); });`;
  const { identity, ask } = await talkTo("zone/pod", agent(`${READ} ${HELLO} ${reversed}`));
  expect(identity).toEqual({ uid: 1 });
  expect(await Promise.all([ask({ listen: [] }), ask({ listen: [] })])).toEqual([["1"], ["2"]]);
});

test("When an agent exits, then its pending requests fail at once with its pod's name", async () => {
  const child = agent(`${READ} ${HELLO} lines.once('line', () => process.exit(7));`);
  const { ask } = await talkTo("veil-identity/bridge", child);
  const asked = [ask({ probes: [] }), ask({ probes: [] })];
  for (const { status, reason } of (await Promise.allSettled(asked)) as PromiseRejectedResult[])
    expect([status, String(reason)]).toEqual([
      "rejected",
      "Error: The agent of veil-identity/bridge ended with 7: it no longer responds",
    ]);
});

test("When an agent has exited, then later requests to it fail", async () => {
  const child = agent(`${READ} ${HELLO}`);
  const { ask } = await talkTo("veil-identity/bridge", child);
  child.kill("SIGKILL");
  await once(child, "exit");
  await expect(ask({ probes: [] })).rejects.toThrow("veil-identity/bridge ended with SIGKILL");
});

test("When an agent exits before it writes a line, then the error names its pod", async () => {
  await expect(talkTo("veil-audit/audit", agent("process.exit(3)"))).rejects.toThrow(
    "The agent of veil-audit/audit ended with 3",
  );
});
