/** @heavy runs Codex, which is downloaded, through a whole stack */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeWhere, judgePath } from "@veil/testing";
import {
  CUSTOMER_FILE,
  PLANTED,
  receivedBy,
  type Step,
  sessionScript,
} from "./suites/agents/agent-session.ts";
import { setCallPolicy } from "./support/call-policy.ts";
import { createAgentFolder, runAgent } from "./support/clients/run-agent.ts";
import { sinksOf } from "./support/network/sinks.ts";
import { freshProviderKey, type OwnProviders, startOwnProviders } from "./support/own-providers.ts";
import { describeEmbeddedOnly } from "./support/scenario.ts";
import { findIn } from "./support/search.ts";
import { PERSON_EN } from "./support/texts.ts";

const program = judgePath("codex");
const folder = createAgentFolder({ "customer.txt": CUSTOMER_FILE });
afterAll(() => folder.remove());

const fileAt = (name: string) => path.join(folder.project, name);
const run = (cmd: string): ReturnType<Step> => ({
  ...{ name: "exec_command", arguments: JSON.stringify({ cmd }) },
});

const NOTES = 16;
const STEPS: readonly Step[] = [
  () => run("ls"),
  () => run("cat customer.txt"),
  ({ name }) => run(`sed -i 's/Status: open/Status: letter to ${name}/' customer.txt`),
  ({ name, email }) =>
    run(`echo "Dear ${name}," > letter.txt\necho "by mail: ${email}" >> letter.txt`),
  () => run("cat letter.txt"),
  ...Array.from(
    { length: NOTES },
    (_, at): Step =>
      ({ name }) =>
        run(`echo "Note ${at + 1} for ${name}" >> notes.txt`),
  ),
];
const session = sessionScript(STEPS);

let providers: OwnProviders;
beforeAll(async () => {
  providers = await startOwnProviders({ script: session.script });
});
afterAll(() => providers.close());

describeWhere(program !== undefined, "Codex", "scripts/with-coding-agents", () => {
  describeEmbeddedOnly(
    "Codex",
    (scenario) => {
      let apiKey: string;
      beforeAll(async () => {
        ({ apiKey } = await scenario().customer({ tier: "pro", managedAi: false }));
        await setCallPolicy(scenario(), apiKey, {
          ...{ tools: { allowed: true, relink_tools: ["exec_command"] } },
          extensions: ["responses"],
        });
        mkdirSync(path.join(folder.home, ".codex"));
        writeFileSync(path.join(folder.home, ".codex/config.toml"), config(scenario().gateway.url));
      });

      test("A session of more than 20 turns edits files and runs commands with the real values, of which the provider gets none", async () => {
        const { name, email } = PERSON_EN;
        const { code, said } = await runAgent(
          program ?? "",
          ["exec", "--skip-git-repo-check", `Write to ${name}`],
          folder,
          { VEIL_API_KEY: apiKey, VEIL_UPSTREAM_KEY: freshProviderKey("openai") },
        );
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
        for (const value of PLANTED) expect(received).not.toContain(value);
        expect(received).toContain("Customer: [PERSON_");
      });

      test("No planted value is in the logs, databases and metrics of the stack", async () => {
        expect(findIn(await sinksOf(scenario().stack), PLANTED)).toEqual([]);
      });
    },
    {
      env: () => ({
        "edge-gateway": { RESPONSES_ENABLED: "true", TOOLS_ENABLED: "true" },
        "inference-worker": { PROVIDER_TABLE: providers.table() },
      }),
    },
  );
});

/** The settings that `veil setup codex` prints, without questions and without a sandbox. */
function config(url: string): string {
  return `model = "gpt-5.1-codex"
model_provider = "veil"
web_search = "disabled"
approval_policy = "never"
sandbox_mode = "danger-full-access"

[agents]
enabled = false

[analytics]
enabled = false

[model_providers.veil]
name = "Veil Gateway"
base_url = "${url}/v1"
env_key = "VEIL_API_KEY"
wire_api = "responses"
http_headers = { "X-Veil-Relink" = "true" }
env_http_headers = { "X-Upstream-Key" = "VEIL_UPSTREAM_KEY" }
`;
}
