/** @heavy runs Codex, which is downloaded, through a whole stack */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "@jest/globals";
import { findIn, sinksOf } from "@veil/local-stack/inspection";
import { describeWhere, judgePath } from "@veil/testing";
import {
  expectSession,
  openAgentSession,
  PLANTED,
  printedSettings,
  type Step,
} from "./suites/agents/agent-session.ts";
import { setCallPolicy } from "./support/call-policy.ts";
import { runAgent } from "./support/clients/run-agent.ts";
import { freshProviderKey } from "./support/own-providers.ts";
import { describeEmbeddedOnly } from "./support/scenario.ts";
import { PERSON_EN } from "./support/texts.ts";

const program = judgePath("codex");
const run = (cmd: string): ReturnType<Step> => ({
  ...{ name: "exec_command", arguments: JSON.stringify({ cmd }) },
});
const patch = (change: string): ReturnType<Step> => ({
  name: "apply_patch",
  arguments: JSON.stringify({ input: `*** Begin Patch\n${change}\n*** End Patch` }),
});
const stepsIn = (): readonly Step[] => [
  () => run("ls"),
  () => run("cat customer.txt"),
  ({ name }) =>
    patch(`*** Update File: customer.txt\n@@\n-Status: open\n+Status: letter to ${name}`),
  ({ name, email }) =>
    run(`echo "Dear ${name}," > letter.txt\necho "by mail: ${email}" >> letter.txt`),
  () => run("cat letter.txt"),
];
const session = openAgentSession(stepsIn, run);

describeWhere(program !== undefined, "Codex", "scripts/with-coding-agents", () => {
  describeEmbeddedOnly(
    "Codex",
    (scenario) => {
      let apiKey: string;
      beforeAll(async () => {
        ({ apiKey } = await scenario().customer({ tier: "pro", managedAi: false }));
        await setCallPolicy(scenario(), apiKey, {
          ...{ tools: { allowed: true, relink_tools: ["exec_command", "apply_patch"] } },
          extensions: ["responses"],
        });
        const settings = await printedSettings("codex", scenario().gateway.url);
        mkdirSync(path.join(session.folder.home, ".codex"));
        const file = path.join(session.folder.home, ".codex/config.toml");
        writeFileSync(file, `${UNATTENDED}\n${settings}\n${NO_ANALYTICS}`);
      });

      test("A session of more than 20 turns edits files and runs commands with the real values, of which the provider gets none", async () => {
        const ended = await runAgent(
          program ?? "",
          [
            "exec",
            "--model",
            PATCHING_MODEL,
            "--skip-git-repo-check",
            `Write to ${PERSON_EN.name}`,
          ],
          session.folder,
          { VEIL_API_KEY: apiKey, VEIL_UPSTREAM_KEY: freshProviderKey("openai") },
        );
        expectSession(session, ended);
      });

      test("No planted value is in the logs, databases and metrics of the stack", async () => {
        expect(findIn(await sinksOf(scenario().stack), PLANTED)).toEqual([]);
      });
    },
    {
      env: () => ({
        "edge-gateway": { RESPONSES_ENABLED: "true", TOOLS_ENABLED: "true" },
        "inference-worker": { PROVIDER_TABLE: session.providers().table() },
      }),
    },
  );
});

/** Settings for a run without questions and without a sandbox, which a container may not allow. */
const UNATTENDED = 'approval_policy = "never"\nsandbox_mode = "danger-full-access"\n';
/** Codex gives only some models the custom tool `apply_patch`. */
const PATCHING_MODEL = "gpt-5.5";
const NO_ANALYTICS = "[analytics]\nenabled = false\n";
