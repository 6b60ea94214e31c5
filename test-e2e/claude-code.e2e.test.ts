/** @heavy runs Claude Code, which is downloaded, through a whole stack */
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { describeWhere, judgePath } from "@veil/testing";
import {
  CUSTOMER_FILE,
  OPERATOR,
  PLANTED,
  receivedBy,
  type Step,
  sessionScript,
} from "./suites/agents/agent-session.ts";
import { setCallPolicy } from "./support/call-policy.ts";
import { type AgentFolder, createAgentFolder, runAgent } from "./support/clients/run-agent.ts";
import { sinksOf } from "./support/network/sinks.ts";
import { freshProviderKey, type OwnProviders, startOwnProviders } from "./support/own-providers.ts";
import { describeEmbeddedOnly, type Scenario } from "./support/scenario.ts";
import { findIn } from "./support/search.ts";
import { PERSON_EN } from "./support/texts.ts";

const program = judgePath("claude-code");
const folder: AgentFolder = createAgentFolder({ "customer.txt": CUSTOMER_FILE });
afterAll(() => folder.remove());

const fileAt = (name: string) => path.join(folder.project, name);
const bash = (command: string): ReturnType<Step> => ({
  ...{ name: "Bash", arguments: JSON.stringify({ command, description: "Works" }) },
});
const tool = (name: string, input: object): ReturnType<Step> => ({
  ...{ name, arguments: JSON.stringify(input) },
});

const NOTES = 14;
const STEPS: readonly Step[] = [
  () => bash("ls"),
  () => tool("Read", { file_path: fileAt("customer.txt") }),
  ({ name }) =>
    tool("Edit", {
      ...{ file_path: fileAt("customer.txt"), old_string: "Status: open" },
      new_string: `Status: letter to ${name}`,
    }),
  ({ name, email }) =>
    tool("Write", {
      file_path: fileAt("letter.txt"),
      content: `Dear ${name},\nby mail: ${email}\n`,
    }),
  () => bash("cat letter.txt"),
  ({ email }) =>
    tool("Write", {
      ...{ file_path: fileAt("link.md") },
      content: `Mail: ${email}\nSee https://crm.example/find?q=${email}\n`,
    }),
  ...Array.from(
    { length: NOTES },
    (_, at): Step =>
      ({ name }) =>
        bash(`echo "Note ${at + 1} for ${name}" >> notes.txt`),
  ),
];
const session = sessionScript(STEPS);

let providers: OwnProviders;
beforeAll(async () => {
  providers = await startOwnProviders({ script: session.script });
});
afterAll(() => providers.close());

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
      const run = (prompt: string, system: string) =>
        runAgent(
          program ?? "",
          [
            ...["-p", prompt, "--append-system-prompt", system, "--model", "claude-opus-4-8"],
            "--dangerously-skip-permissions",
          ],
          folder,
          environment(scenario(), apiKey),
        );

      test("A session of more than 20 turns reads and edits files and runs commands with the real values, of which the provider gets none", async () => {
        const { name, email } = PERSON_EN;
        const { code, said } = await run(`Write to ${name}`, `You work for ${OPERATOR}.`);
        expect([code, said]).toEqual([0, expect.stringContaining(`Done for ${name}.`)]);
        expect(session.taken()).toBeGreaterThan(STEPS.length);
        expect(readFileSync(fileAt("customer.txt"), "utf8")).toContain(`Status: letter to ${name}`);
        expect(readFileSync(fileAt("letter.txt"), "utf8")).toBe(
          `Dear ${name},\nby mail: ${email}\n`,
        );
        const notes = readFileSync(fileAt("notes.txt"), "utf8").trimEnd().split("\n");
        expect(notes).toEqual(
          Array.from({ length: NOTES }, (_, at) => `Note ${at + 1} for ${name}`),
        );
        const received = receivedBy(providers);
        for (const value of [...PLANTED, OPERATOR]) expect(received).not.toContain(value);
        expect(received).toContain("Customer: [PERSON_");
      });

      test("No planted value is in the logs, databases and metrics of the stack", async () => {
        const sinks = await sinksOf(scenario().stack);
        expect(findIn(sinks, [...PLANTED, OPERATOR])).toEqual([]);
      });

      test("A file with a link has the value outside of the link, and a placeholder inside", () => {
        const [mail, link] = readFileSync(fileAt("link.md"), "utf8").split("\n");
        expect(mail).toBe(`Mail: ${PERSON_EN.email}`);
        expect(link).toMatch(/^See https:\/\/crm\.example\/find\?q=\[EMAIL_\d+\]$/);
      });

      test("A resent history has the same bytes as before, so that a provider could cache it", () => {
        const prompts = providers.of.anthropic
          .record()
          .map(({ body }) => JSON.parse(body))
          .filter(({ tools }) => tools !== undefined)
          .map(({ system, messages }) => JSON.stringify([system, messages]).slice(0, -2));
        expect(prompts.length).toBeGreaterThan(STEPS.length);
        const kept = prompts.slice(1).map((prompt, at) => sharedLength(prompts[at] ?? "", prompt));
        const shares = kept.map((length, at) => length / (prompts[at]?.length ?? 1));
        const stable = shares.filter((share) => share >= 0.95);
        expect(stable.length).toBeGreaterThanOrEqual(shares.length * 0.95);
      });

      describe("refusals", () => {
        test("An address in the system prompt ends the call, and the agent shows why", async () => {
          const before = receivedBy(providers);
          const { code, said } = await run("Say hello", "Reports go to max@private.example.");
          expect(code).not.toBe(0);
          expect(said).toContain("The system prompt contains personal data");
          expect(receivedBy(providers)).toBe(before);
        });

        test("A wrong key ends the session with an error", async () => {
          const { code, said } = await runAgent(
            program ?? "",
            ["-p", "Say hello", "--model", "claude-opus-4-8"],
            folder,
            environment(scenario(), `${apiKey.slice(0, -4)}0000`),
          );
          expect([code, said]).toEqual([1, expect.stringMatching(/401|API key/i)]);
        });
      });
    },
    {
      env: () => ({
        "edge-gateway": SETTINGS,
        "inference-worker": { PROVIDER_TABLE: providers.table() },
      }),
    },
  );
});

/** The settings that `veil setup claude-code` prints, and those that keep it from other hosts. */
function environment({ gateway }: Scenario, apiKey: string): Readonly<Record<string, string>> {
  return {
    ...{ ANTHROPIC_BASE_URL: gateway.url, ANTHROPIC_AUTH_TOKEN: apiKey },
    ANTHROPIC_CUSTOM_HEADERS: `X-Upstream-Key: ${freshProviderKey("anthropic")}\nX-Veil-Relink: true`,
    ...{ CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS: "1", ENABLE_TOOL_SEARCH: "false" },
    ...{ CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1", DISABLE_TELEMETRY: "1" },
    ...{ DISABLE_AUTOUPDATER: "1", IS_SANDBOX: "1" },
  };
}

function sharedLength(before: string, after: string): number {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  return at;
}
