import type { Command } from "@commander-js/extra-typings";
import { InvalidArgumentError } from "@commander-js/extra-typings";
import { operationOf } from "../../gateway/operation-of.ts";
import { printBody } from "../../output/print.ts";
import type { Cli } from "../../program/cli.ts";
import { checkFailed, usageError } from "../../program/command-error.ts";
import { gatewayLeaf } from "../../program/leaf.ts";
import { readSettings } from "../../settings/read-settings.ts";
import { CLIENTS, type Client } from "./clients.ts";
import { type Needs, needsOf } from "./features.ts";
import { type Tried, tryFeature } from "./try-feature.ts";

const NAMES = Object.keys(CLIENTS).join(", ");

export function addSetup(parent: Command, cli: Cli): void {
  gatewayLeaf(parent, {
    operation: operationOf("createMessage"),
    more: [operationOf("createChatCompletion")],
    usage: "setup <CLIENT>",
    summary: "print the settings with which a coding agent or an LLM library uses the gateway",
    description:
      `Prints the settings for CLIENT (${NAMES}), and what the client needs from the deployment and from the call policy ` +
      "of the key. The settings name the variables VEIL_API_KEY and VEIL_UPSTREAM_KEY, and contain no key. With --check, " +
      "sends the smallest requests that the client needs, and prints which of them work. These requests count as calls.",
    fails: "with --check, if a request does not work",
    examples: [
      "veil setup claude-code",
      "veil setup codex --url https://gateway.example --model gpt-5.1-codex",
      "veil setup langchain --check --model gpt-5.1",
    ],
  })
    .option("--model <MODEL>", "of the provider; used in the settings and by --check", modelName)
    .option("--check", "send requests to the gateway instead of printing the settings")
    .action(async (name, options) => {
      const client = clientOf(name);
      const settings = await readSettings(cli, options);
      const { check, model = client.defaultModel } = options;
      if (!check) {
        printBody(cli, options, describe(client, { url: settings.url, model }), inWords);
        return;
      }
      const tried: Tried[] = [];
      for (const feature of client.features)
        tried.push(await tryFeature(cli, settings, { client, feature, model }));
      printBody(cli, options, { client: name, tried }, (body) => body.tried.map(line).join(""));
      const failed = tried.filter(({ works }) => !works).length;
      if (failed > 0) throw checkFailed(`${failed} of ${tried.length} requests did not work`);
    });
}

function clientOf(name: string): Client {
  const client = Object.hasOwn(CLIENTS, name) ? CLIENTS[name] : undefined;
  if (client === undefined) throw usageError(`CLIENT must be one of ${NAMES}`);
  return client;
}

/** Accepts the characters of models' names, which need no escape in any of the settings. */
function modelName(text: string): string {
  if (/^[A-Za-z0-9][\w.:/@-]{0,127}$/.test(text)) return text;
  throw new InvalidArgumentError("Use the name of a model, such as gpt-5.1.");
}

interface Description extends Pick<Client, "title" | "notes">, Needs {
  readonly text: string;
}

function describe(client: Client, { url, model }: { url: URL; model: string }): Description {
  const { title, notes, features, settings } = client;
  // A dollar sign would be expanded by the shell. The URL parser escapes every other special
  // character.
  const address = url.href.replace(/\/+$/, "").replaceAll("$", "%24");
  return { title, ...needsOf(features), notes, text: settings({ url: address, model }) };
}

function inWords({ title, settings, callPolicy, notes, text }: Description): string {
  const lines = [
    title,
    `Settings of the deployment: ${settings.join(", ")}`,
    `Call policy of the key (veil admin call-policies set): ${JSON.stringify(callPolicy)}`,
    ...notes,
  ];
  return `${lines.map((words) => `# ${words}\n`).join("")}\n${text}`;
}

function line({ name, works, message, code, hint }: Tried): string {
  if (works) return `works    ${name}\n`;
  const why = code === undefined ? message : `${message} (${code})`;
  return `refused  ${name}: ${why}\n${hint === undefined ? "" : `         Hint: ${hint}\n`}`;
}
