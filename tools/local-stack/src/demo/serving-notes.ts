import path from "node:path";
import { requestBody } from "./demo-client.ts";
import { EXAMPLES } from "./examples.ts";
import { shellQuoted, tour } from "./tour.ts";

interface ServingNotesOptions {
  readonly gatewayUrl: string;
  readonly keyFile: string;
  readonly simulatorUrl: string | undefined;
  /** The pin that verifiers of certificates use. */
  readonly manifestPin: string;
  readonly witnessKey: string | undefined;
  readonly streaming: boolean;
  readonly tools: boolean;
  /** Names of the settings from the environment. */
  readonly settings: readonly string[];
  readonly details: boolean;
}

export function servingNotes(options: ServingNotesOptions): string {
  const { gatewayUrl, keyFile, manifestPin, witnessKey, details } = options;
  const key = shellQuoted(keyFile);
  const [example] = EXAMPLES;
  const body = example === undefined ? "{}" : JSON.stringify(requestBody(example));
  return [
    `Gateway    ${gatewayUrl} (interface: ${gatewayUrl}/docs)`,
    `Key        ${keyFile}`,
    `Provider   ${providerNote(options)}`,
    `Switches   ${switches(options)}`,
    ...(options.settings.length === 0 ? [] : [`Settings   ${options.settings.join(", ")}`]),
    `Pin        ${manifestPin}`,
    ...(witnessKey === undefined ? [] : [`Witness    ${witnessKey}`]),
    `Command    VEIL_URL=${gatewayUrl} VEIL_API_KEY="$(cat ${key})" npx veil usage`,
    "",
    `curl -s ${gatewayUrl}/api/v1/proxy/messages \\`,
    `  -H "x-api-key: $(cat ${key})" -H 'content-type: application/json' \\`,
    `  -d ${shellQuoted(body)}`,
    "",
    ...(details
      ? [...tour({ gatewayUrl, keyFile, ownKeyFile: path.join(path.dirname(keyFile), "tour-key") })]
      : ["npm start -- --details shows what each component saw, and more commands."]),
    "Ctrl-C stops everything.",
  ].join("\n");
}

function providerNote({ simulatorUrl }: ServingNotesOptions): string {
  if (simulatorUrl === undefined) return "a real one (LLM_API_KEY)";
  return `simulated for every key, nothing leaves this machine (${simulatorUrl}/_record)`;
}

function switches({ streaming, tools }: ServingNotesOptions): string {
  const states = [
    ["streaming", streaming],
    ["tools", tools],
  ] as const;
  const off = states.filter(([, isOn]) => !isOn).map(([name]) => `--${name}`);
  const list = states.map(([name, isOn]) => `${name} ${isOn ? "on" : "off"}`).join(", ");
  return off.length === 0 ? list : `${list} (npm start -- ${off.join(" ")})`;
}
