import { readFileSync } from "node:fs";
import path from "node:path";
import { isRetired, parseTrustBundle } from "@veil/crypto";
import { requestBody } from "./demo-access.ts";
import { EXAMPLES } from "./examples.ts";

interface ServingNotesOptions {
  readonly gatewayUrl: string;
  readonly stateDir: string;
  /** The file with the key of a customer of the tier pro. */
  readonly keyFile: string;
  readonly simulatorUrl: string | undefined;
  readonly witnessKey: string | undefined;
  readonly streaming: boolean;
  readonly tools: boolean;
  /** Names of the settings from the environment. */
  readonly settings: readonly string[];
  readonly details: boolean;
}

export function servingNotes(options: ServingNotesOptions): string {
  const { gatewayUrl, keyFile, stateDir, witnessKey, details } = options;
  const key = shellQuoted(keyFile);
  const [example] = EXAMPLES;
  const body = example === undefined ? "{}" : JSON.stringify(requestBody(example));
  return [
    `Gateway    ${gatewayUrl} (interface: ${gatewayUrl}/docs)`,
    `Key        ${keyFile}`,
    `Provider   ${providerNote(options)}`,
    `Switches   ${switches(options)}`,
    ...(options.settings.length === 0 ? [] : [`Settings   ${options.settings.join(", ")}`]),
    `Pin        ${manifestPin(stateDir)}`,
    ...(witnessKey === undefined ? [] : [`Witness    ${witnessKey}`]),
    `Command    VEIL_URL=${gatewayUrl} VEIL_API_KEY="$(cat ${key})" npx veil usage`,
    "",
    `curl -s ${gatewayUrl}/api/v1/proxy/messages \\`,
    `  -H "x-api-key: $(cat ${key})" -H 'content-type: application/json' \\`,
    `  -d ${shellQuoted(body)}`,
    "",
    ...(details
      ? tour(options)
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

/**
 * Returns the key that signs the key manifest, in the form for `veil verify --pin`. @throws Error
 * when there is none
 */
function manifestPin(stateDir: string): string {
  const { keys } = parseTrustBundle(readFileSync(path.join(stateDir, "keys/trust.json"), "utf8"));
  const key = keys.find((pinned) => pinned.purpose === "manifest" && !isRetired(pinned));
  if (key === undefined) throw new Error("trust.json has no key that signs the key manifest");
  return `${key.key_id}:${key.public_key}`;
}

/**
 * Returns the steps of a customer without a portal, each as one shell command. The second and third
 * commands need the key that the first one registers.
 */
function tour({ gatewayUrl, keyFile, stateDir }: ServingNotesOptions): readonly string[] {
  const own = shellQuoted(path.join(stateDir, "tour-key"));
  const withKey = (file: string) => `-H "x-api-key: $(cat ${file})"`;
  const email = `"{\\"email\\": \\"you-$(date +%s)@example.org\\"}"`;
  const keyOf = `sed -n 's/.*"svc_api_key":"\\([^"]*\\)".*/\\1/p' > ${own}`;
  const rotation = `/api/v1/account/keys/$(cut -c5-12 ${own})/rotate`;
  return [
    "# Register, and keep the key; it is shown once",
    `curl -s ${gatewayUrl}/api/v1/register -H 'content-type: application/json' -d ${email} | ${keyOf}`,
    "# This month's use",
    `curl -s ${gatewayUrl}/api/v1/usage ${withKey(own)}`,
    "# Replace the key; the old one stays valid for an hour",
    `curl -s -X POST "${gatewayUrl}${rotation}" ${withKey(own)}`,
    "# The audit events of the demonstration's customer (pro and enterprise)",
    `curl -s ${gatewayUrl}/api/v1/audit/export ${withKey(shellQuoted(keyFile))}`,
  ];
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
