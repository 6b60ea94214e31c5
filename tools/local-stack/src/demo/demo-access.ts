import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { checkedJson } from "@veil/contracts/parsing";
import { type CallPolicy, EXTENSIONS, type Extension } from "@veil/contracts/public/call-policy";
import { ProxyResponse } from "@veil/contracts/public/proxy";
import { UsageResponse } from "@veil/contracts/public/registration";
import { Type } from "typebox";
import { request } from "undici";
import { writeSecret } from "../kept-secret.ts";
import { operatorKeyFiles } from "../stack/operator-keys.ts";
import type { Stack } from "../stack/stack.ts";
import type { DemoRequest } from "./examples.ts";

/**
 * The demonstration customer's address, for which the checks search places where it must not be.
 */
export const DEMO_EMAIL = "demo-customer@example.org";

export interface DemoAccess {
  readonly apiKey: string;
  readonly file: string;
  /** Returns undefined when the gateway does not know the key. */
  usage(): Promise<UsageResponse | undefined>;
  /** Sends a request. @throws Error unless the response is final */
  ask(example: DemoRequest, relink: boolean): Promise<ProxyResponse>;
  /** Returns true if the call has a certificate whose inclusion the audit log proves. */
  isCertified(requestId: string): Promise<boolean>;
}

const TIMEOUT_MS = 60_000;

const parseUsage = checkedJson(UsageResponse);
const parseAnswer = checkedJson(ProxyResponse);
const parseEvidence = checkedJson(Type.Object({ evidence: Type.Unknown() }));

/**
 * Returns access with the key in `<stateDir>/demo-key`, or with a new key if the gateway does not
 * know that key because its data was deleted.
 */
export async function demoAccess(stack: Stack): Promise<DemoAccess> {
  const { stateDir, gatewayUrl } = stack;
  const file = path.join(stateDir, "demo-key");
  if (existsSync(file)) {
    const kept = accessWith(readFileSync(file, "utf8").trim(), file, gatewayUrl);
    if ((await kept.usage()) !== undefined) return kept;
  }
  const { apiKey } = await stack.provision({ tier: "pro", email: DEMO_EMAIL, managedAi: true });
  writeSecret(file, apiKey);
  return accessWith(apiKey, file, gatewayUrl);
}

function accessWith(apiKey: string, file: string, gatewayUrl: string): DemoAccess {
  const headers = { "x-api-key": apiKey };
  return {
    ...{ apiKey, file },
    async usage() {
      const { status, text } = await call("GET", `${gatewayUrl}/api/v1/usage`, headers);
      return status === 200 ? parseUsage(text) : undefined;
    },
    async ask(example, relink) {
      const body = { ...requestBody(example), relink_response: relink };
      const url = `${gatewayUrl}/api/v1/proxy/messages`;
      return parseAnswer(required(await call("POST", url, headers, body)));
    },
    async isCertified(requestId) {
      const url = `${gatewayUrl}/api/v1/veil/certificate/${requestId}`;
      const { status, text } = await call("GET", url, headers);
      return status === 200 && parseEvidence(text).evidence !== null;
    },
  };
}

export function requestBody({ template, field, text }: DemoRequest) {
  return { prompt_template: template, context: { [field]: text } };
}

type Settings = Readonly<Record<string, string>>;

const EXTENSION_SETTINGS: Readonly<Record<Extension, string>> = {
  chat_streaming: "CHAT_STREAMING_ENABLED",
  responses: "RESPONSES_ENABLED",
  cache_control: "CACHE_CONTROL",
  thinking: "THINKING_ENABLED",
};
const OFF: ReadonlySet<string> = new Set(["false", "reject"]);

/**
 * Sets a call policy for the demonstration's key that allows tools and the extensions, as far as
 * the settings enable them. @throws Error when the gateway refuses the change
 */
export async function allowEnabled(
  { gatewayUrl, stateDir }: Stack,
  { apiKey }: DemoAccess,
  settings: Settings,
): Promise<void> {
  const isEnabled = (setting: string) => !OFF.has(settings[setting] ?? "false");
  const extensions = EXTENSIONS.filter((name) => isEnabled(EXTENSION_SETTINGS[name]));
  const allowed = isEnabled("TOOLS_ENABLED");
  if (!allowed && extensions.length === 0) return;
  const [, keyId = ""] = /^svc_(.{8})/.exec(apiKey) ?? [];
  const adminKey = readFileSync(operatorKeyFiles(stateDir).ADMIN_KEYS_FILE, "utf8").trim();
  const url = `${gatewayUrl}/api/v1/admin/keys/${keyId}/call-policy`;
  const policy: CallPolicy = { tools: { allowed }, extensions };
  required(await call("PUT", url, { "x-admin-key": adminKey }, policy));
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function call(
  method: "GET" | "POST" | "PUT",
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
): Promise<Answer> {
  const answer = await request(url, {
    method,
    headers: { ...headers, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return { status: answer.statusCode, text: await answer.body.text() };
}

function required({ status, text }: Answer): string {
  if (status !== 200) throw new Error(`${status} from the gateway: ${text}`);
  return text;
}
