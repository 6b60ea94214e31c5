/** @heavy runs Claude Code, which is downloaded, through a whole stack */
import path from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { findIn, sinksOf } from "@veil/local-stack/inspection";
import { describeWhere, judgePath } from "@veil/testing";
import {
  expectSession,
  OPERATOR,
  openAgentSession,
  PLANTED,
  printedSettings,
  receivedBy,
  type Step,
} from "./suites/agents/agent-session.ts";
import { setCallPolicy } from "./support/call-policy.ts";
import { runAgent } from "./support/clients/run-agent.ts";
import { freshProviderKey } from "./support/own-providers.ts";
import { describeEmbeddedOnly } from "./support/scenario.ts";
import { PERSON_EN } from "./support/texts.ts";

const program = judgePath("claude-code");
const bash = (command: string): ReturnType<Step> => ({
  ...{ name: "Bash", arguments: JSON.stringify({ command, description: "Works" }) },
});
const tool = (name: string, input: object): ReturnType<Step> => ({
  ...{ name, arguments: JSON.stringify(input) },
});

const stepsIn = (project: string): readonly Step[] => {
  const fileAt = (name: string) => path.join(project, name);
  return [
    () => bash("ls"),
    () => tool("Read", { file_path: fileAt("customer.txt") }),
    ({ name }) =>
      tool("Edit", {
        ...{ file_path: fileAt("customer.txt"), old_string: "Status: open" },
        new_string: `Status: letter to ${name}`,
      }),
    ({ name, email }) =>
      tool("Write", {
        ...{ file_path: fileAt("letter.txt"), content: `Dear ${name},\nby mail: ${email}\n` },
      }),
    () => bash("cat letter.txt"),
    ({ email }) =>
      tool("Write", {
        ...{ file_path: fileAt("link.md") },
        content: `Mail: ${email}\nSee https://crm.example/find?q=${email}\n`,
      }),
  ];
};
const session = openAgentSession(stepsIn, bash);

const SETTINGS = {
  ...{ STREAMING_ENABLED: "true", TOOLS_ENABLED: "true", THINKING_ENABLED: "true" },
  CACHE_CONTROL: "strip",
};

describeWhere(program !== undefined, "Claude Code", "scripts/with-coding-agents", () => {
  describeEmbeddedOnly(
    "Claude Code",
    (scenario) => {
      let apiKey: string;
      beforeAll(async () => {
        ({ apiKey } = await scenario().customer({ tier: "pro", managedAi: false }));
        await setCallPolicy(scenario(), apiKey, {
          relink: true,
          tools: { allowed: true, relink_tools: ["Bash", "Read", "Edit", "Write"] },
          extensions: ["cache_control", "thinking"],
        });
      });
      const run = async (prompt: string, system: string, key = apiKey) => {
        // The shell runs the settings as they are printed, and then the program.
        const settings = await printedSettings("claude-code", scenario().gateway.url);
        const command = ["-c", `${settings}\nexec "$0" "$@"`, program ?? "", "-p", prompt];
        const more = ["--append-system-prompt", system, "--model", "claude-opus-4-8"];
        return await runAgent(
          "/bin/sh",
          [...command, ...more, "--dangerously-skip-permissions"],
          session.folder,
          {
            ...{ VEIL_API_KEY: key, VEIL_UPSTREAM_KEY: freshProviderKey("anthropic") },
            ...{ DISABLE_TELEMETRY: "1", DISABLE_AUTOUPDATER: "1", IS_SANDBOX: "1" },
          },
        );
      };

      test("A session of more than 20 turns reads and edits files and runs commands with the real values, of which the provider gets none", async () => {
        const ended = await run(`Write to ${PERSON_EN.name}`, `You work for ${OPERATOR}.`);
        expectSession(session, ended);
      });

      test("No planted value is in the logs, databases and metrics of the stack", async () => {
        const sinks = await sinksOf(scenario().stack);
        expect(findIn(sinks, [...PLANTED, OPERATOR])).toEqual([]);
      });

      test("A file with a link has the value outside of the link, and a placeholder inside", () => {
        const [mail, link] = session.read("link.md").split("\n");
        expect(mail).toBe(`Mail: ${PERSON_EN.email}`);
        expect(link).toMatch(/^See https:\/\/crm\.example\/find\?q=\[EMAIL_\d+\]$/);
      });

      test("A resent history has the same bytes as before, so that a provider could cache it", () => {
        const prompts = session
          .providers()
          .of.anthropic.record()
          .map(({ body }) => JSON.parse(body))
          .filter(({ tools }) => tools !== undefined)
          .map(({ system, messages }) => JSON.stringify([system, messages]).slice(0, -2));
        expect(prompts.length).toBeGreaterThan(session.steps);
        const kept = prompts.slice(1).map((prompt, at) => sharedLength(prompts[at] ?? "", prompt));
        const shares = kept.map((length, at) => length / (prompts[at]?.length ?? 1));
        const stable = shares.filter((share) => share >= 0.95);
        expect(stable.length).toBeGreaterThanOrEqual(shares.length * 0.95);
      });

      describe("refusals", () => {
        test("An address in the system prompt ends the call, and the agent shows why", async () => {
          const before = receivedBy(session.providers());
          const { code, said } = await run("Say hello", "Reports go to max@private.example.");
          expect(code).not.toBe(0);
          expect(said).toContain("the system prompt contains personal data");
          expect(receivedBy(session.providers())).toBe(before);
        });

        test("A wrong key ends the session with an error", async () => {
          const wrong = `${apiKey.slice(0, -4)}0000`;
          const { code, said } = await run("Say hello", "Be brief.", wrong);
          expect([code, said]).toEqual([1, expect.stringMatching(/401|API key/i)]);
        });
      });
    },
    {
      env: () => ({
        "edge-gateway": SETTINGS,
        "inference-worker": { PROVIDER_TABLE: session.providers().table() },
      }),
    },
  );
});

function sharedLength(before: string, after: string): number {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  return at;
}
