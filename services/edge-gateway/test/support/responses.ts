import type { AnswerBlock, InferenceResult } from "@veil/contracts/inference";
import type { CallPolicy } from "@veil/contracts/public/call-policy";
import request from "supertest";
import { completedResult } from "./completed-result.ts";
import { LETTER, UPSTREAM_KEYS } from "./sdk-client.ts";
import type { TestGateway } from "./test-gateway.ts";
import { keyWithTools } from "./tools.ts";

export const RESPONSES_PATH = "/v1/responses";
export const RESPONSES_SETTINGS = { RESPONSES_ENABLED: "true", TOOLS_ENABLED: "true" } as const;
export const RESPONSES_HEADERS = {
  ...{ "X-Upstream-Key": UPSTREAM_KEYS.chat, "X-Veil-Relink": "true" },
} as const;

const POLICY: CallPolicy = {
  ...{ extensions: ["responses"], tools: { allowed: true, relink_tools: ["send_mail"] } },
};
const WITH_KEY = { tier: "enterprise", family: "gw_live", managedAi: false } as const;

/** Creates a key that may use the Responses API and tools, unless `policy` says otherwise. */
export const responsesKey = (gateway: TestGateway, policy: CallPolicy = POLICY) =>
  keyWithTools(gateway, { policy, order: WITH_KEY });

export const responsesBody = (more: object = {}) => ({ model: "m-1", input: LETTER, ...more });

interface Sending {
  readonly key: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function callResponses(
  { app }: Pick<TestGateway, "app">,
  more: object,
  { key, headers = RESPONSES_HEADERS }: Sending,
): Promise<request.Response> {
  const sent = request(app)
    .post(RESPONSES_PATH)
    .set({ "x-api-key": key, ...headers });
  return await sent.send(responsesBody(more));
}

const SCHEMA = { type: "object", properties: { to: { type: "string" } } };
export const RESPONSES_TOOLS = [
  ...[{ type: "function", name: "send_mail", description: "Sends a mail", parameters: SCHEMA }],
  ...[{ type: "function", name: "fetch", strict: null }],
];

/** Makes a worker's result with these blocks. */
export function resultOf(
  blocks: readonly AnswerBlock[],
  stop_reason = "stop",
): Extract<InferenceResult, { outcome: "completed" }> {
  return { ...completedResult(""), choices: [{ blocks: [...blocks], stop_reason }] };
}
