import type { CallPolicy } from "@veil/contracts/public/call-policy";
import request from "supertest";
import { setCallPolicy } from "./changes.ts";
import { UPSTREAM_KEYS } from "./sdk-client.ts";
import type { TestGateway } from "./test-gateway.ts";

const CHAT = { path: "/v1/chat/completions", upstreamKey: UPSTREAM_KEYS.chat } as const;
const MESSAGES = { path: "/v1/messages", upstreamKey: UPSTREAM_KEYS.messages } as const;
const HELLO = [{ role: "user", content: "Hello" }];

/** The SDK endpoints, each with the smallest request. */
const FORMATS = {
  messages: { ...MESSAGES, body: { model: "m-1", max_tokens: 10, messages: HELLO } },
  count: {
    ...{ ...MESSAGES, path: "/v1/messages/count_tokens" },
    body: { model: "m-1", messages: HELLO },
  },
  chat: { ...CHAT, body: { model: "m-1", messages: HELLO } },
  responses: { ...CHAT, path: "/v1/responses", body: { model: "m-1", input: "Hello" } },
} as const;
export type FormatName = keyof typeof FORMATS;

/** Sends a request as an official SDK, so that a refusal has `error.param`. */
export async function callFormat(
  { app }: Pick<TestGateway, "app">,
  name: FormatName,
  more: object,
  key: string,
): Promise<request.Response> {
  const { path, upstreamKey, body } = FORMATS[name];
  return await request(app)
    .post(path)
    .set({ "x-api-key": key, "x-upstream-key": upstreamKey, "x-stainless-lang": "js" })
    .send({ ...body, ...more });
}

/** Creates a key with this call policy, which may use the Responses API too. */
export async function keyFor(gateway: TestGateway, policy: CallPolicy = {}): Promise<string> {
  const order = { tier: "enterprise", managedAi: false } as const;
  const { apiKey, keyId } = await gateway.provision(order);
  await setCallPolicy(gateway.stores.apiKeys, keyId, { extensions: ["responses"], ...policy });
  return apiKey;
}
