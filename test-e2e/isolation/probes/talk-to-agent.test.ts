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

test("Answers find the request that they belong to, in whatever order they come", async () => {
  const late = "const kept = []; lines.on('line', (line) => { kept.push(JSON.parse(line).id);";
  const reversed = `${late} if (kept.length === 2) for (const id of kept.reverse()) console.log(JSON.stringify({ id, results: [String(id)] })); });`;
  const { identity, ask } = await talkTo("zone/pod", agent(`${READ} ${HELLO} ${reversed}`));
  expect(identity).toEqual({ uid: 1 });
  expect(await Promise.all([ask({ listen: [] }), ask({ listen: [] })])).toEqual([["1"], ["2"]]);
});

test("When an agent ends, then everything that it was asked fails at once and names its pod", async () => {
  const child = agent(`${READ} ${HELLO} lines.once('line', () => process.exit(7));`);
  const { ask } = await talkTo("veil-identity/bridge", child);
  const asked = [ask({ probes: [] }), ask({ probes: [] })];
  for (const { status, reason } of (await Promise.allSettled(asked)) as PromiseRejectedResult[])
    expect([status, String(reason)]).toEqual([
      "rejected",
      "Error: The agent of veil-identity/bridge ended with 7: it answers no more",
    ]);
});

test("An agent that has ended refuses what it is asked then", async () => {
  const child = agent(`${READ} ${HELLO}`);
  const { ask } = await talkTo("veil-identity/bridge", child);
  child.kill("SIGKILL");
  await once(child, "exit");
  await expect(ask({ probes: [] })).rejects.toThrow("veil-identity/bridge ended with SIGKILL");
});

test("An agent that ends before its first word is named too", async () => {
  await expect(talkTo("veil-audit/audit", agent("process.exit(3)"))).rejects.toThrow(
    "The agent of veil-audit/audit ended with 3",
  );
});
