import type { InferenceJob } from "@veil/contracts/inference";
import { until } from "@veil/testing";
import request from "supertest";
import type { TestGateway } from "./test-gateway.ts";

export const UPSTREAM_KEYS = { messages: "sk-ant-secret", chat: "sk-secret" } as const;
const PATHS = { messages: "/v1/messages", chat: "/v1/chat/completions" } as const;

export type SdkEndpoint = keyof typeof PATHS;
export const ENDPOINTS = ["messages", "chat"] as const;

export const LETTER = "Ann Weber writes from ann@post.example";

export const sdkBody = (endpoint: SdkEndpoint, more: object = {}) => ({
  model: "m-1",
  messages: [{ role: "user", content: LETTER }],
  ...(endpoint === "messages" && { max_tokens: 10 }),
  ...more,
});

interface Sending {
  readonly key: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function callSdk(
  { app }: Pick<TestGateway, "app">,
  endpoint: SdkEndpoint,
  body: object,
  { key, headers }: Sending,
): Promise<request.Response> {
  return await request(app)
    .post(PATHS[endpoint])
    .set({ "x-api-key": key, "x-upstream-key": UPSTREAM_KEYS[endpoint], ...headers })
    .send(body);
}

const STEPS = ["SDK_TOKEN_GENERATED", "SDK_SANITIZER_APPLIED", "SDK_INFERENCE_SUBMITTED"];

/** Returns the events at the end of a call once they are stored. */
export function endOf({ events }: Pick<TestGateway, "events">, requestId: unknown) {
  return until("the end is recorded", async () => {
    const own = (await events()).filter(({ request_id }) => request_id === requestId);
    const end = own.filter(({ event_type }) => !STEPS.includes(event_type));
    return end.length > 0 && end;
  });
}

type SanitisedMessagesJob = Extract<InferenceJob, { messages: unknown }>;

/** Returns the only call that the worker received. */
export function sentJob({ worker }: Pick<TestGateway, "worker">): SanitisedMessagesJob {
  const [job, ...others] = worker.direct;
  if (job === undefined || others.length > 0 || !("messages" in job))
    throw new Error("Not one call of messages");
  return job;
}

/** Returns the role and the texts of each message that the worker received. */
export const textsSent = (gateway: Pick<TestGateway, "worker">) =>
  sentJob(gateway).messages.map(({ role, content }) => [
    role,
    ...content.map((block) => (block.type === "text" ? block.text : block.type)),
  ]);

export const textOf = ({ body }: request.Response): unknown =>
  body.content?.[0]?.text ?? body.choices?.[0]?.message.content;
