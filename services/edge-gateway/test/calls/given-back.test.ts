import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { InferenceResult } from "@veil/contracts/inference";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { failedResult } from "../support/completed-result.ts";
import { MCP_PATH } from "../support/mcp-client.ts";
import { callNatively, finalOf, letterRequest, usageOf } from "../support/native-client.ts";
import { callSdk, LETTER, sdkBody, UPSTREAM_KEYS } from "../support/sdk-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startTestGateway({ STREAMING_ENABLED: "true" });
});
beforeEach(async () => {
  gateway.worker.answerWith(undefined);
  gateway.worker.respondWith(undefined);
  gateway.worker.direct.length = 0;
  ({ apiKey: key } = await gateway.provision({ managedAi: false }));
});
afterAll(() => gateway.close());

type Served = Pick<TestGateway, "app">;
type Call = (served: Served) => Promise<request.Response>;

const callMcp: Call = async ({ app }) =>
  await request(app)
    .post(MCP_PATH)
    .set({ "x-api-key": key, "x-upstream-key": UPSTREAM_KEYS.messages })
    .set({ accept: "application/json, text/event-stream" })
    .send({
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
      params: {
        name: "private_inference",
        arguments: { messages: [{ role: "user", content: LETTER }] },
      },
    });

const SDK: readonly (readonly [string, Call])[] = [
  ["POST /v1/messages", (served) => callSdk(served, "messages", sdkBody("messages"), { key })],
  [
    "POST /v1/messages, streamed",
    (served) => callSdk(served, "messages", sdkBody("messages", { stream: true }), { key }),
  ],
  ["POST /v1/chat/completions", (served) => callSdk(served, "chat", sdkBody("chat"), { key })],
];

type Failed = Extract<InferenceResult, { outcome: "failed" }>;

const failure = (reason: Failed["reason"], more: Partial<Failed> = {}) => ({
  ...failedResult(reason),
  ...more,
});
const unprocessed = true;

const OUTCOMES: readonly (readonly [
  string,
  Failed,
  { used: number; retry: string | undefined },
])[] = [
  [
    "the provider responds 500 twice",
    failure("provider_unavailable", { provider_status: 500, attempts: 2, unprocessed }),
    { used: 0, retry: "false" },
  ],
  [
    "the provider responds 503 to the only request",
    failure("provider_unavailable", { provider_status: 503, unprocessed }),
    { used: 0, retry: undefined },
  ],
  [
    "the provider responds 429",
    failure("provider_unavailable", { provider_status: 429, unprocessed }),
    { used: 0, retry: undefined },
  ],
  [
    "the provider cannot be reached",
    failure("provider_unavailable", { attempts: 2, unprocessed }),
    { used: 0, retry: "false" },
  ],
  [
    "there is no usable key, so the provider is not called",
    failure("credential_unusable", { attempts: 0, unprocessed }),
    { used: 0, retry: "false" },
  ],
  [
    "the request to the provider times out",
    failure("provider_unavailable"),
    { used: 1, retry: "false" },
  ],
  [
    "one attempt loses its connection and the next gets a 500",
    failure("provider_unavailable", { provider_status: 500, attempts: 2 }),
    { used: 1, retry: "false" },
  ],
  ...[400, 401, 403, 404].map(
    (status) =>
      [
        `the provider responds ${status}`,
        failure("provider_refused", { provider_status: status }),
        { used: 1, retry: "false" },
      ] as const,
  ),
  [
    "the provider's response cannot be read",
    failure("provider_answer_unreadable"),
    { used: 1, retry: "false" },
  ],
  ["the deadline passes", failure("deadline_passed"), { used: 1, retry: "false" }],
];

describeWithServer("postgres", "Quota of failed calls", () => {
  describe.each(OUTCOMES)("When %s", (_what, result, { used, retry }) => {
    beforeEach(() => gateway.worker.answerWith(() => result));

    test.each(SDK)(
      `a call of %s with this outcome is ${used ? "counted" : "not counted"}, and x-should-retry tells SDKs whether to retry`,
      async (_route, call) => {
        const { status, headers } = await call(gateway);
        expect([status >= 400, headers["x-should-retry"]]).toEqual([true, retry]);
        expect((await usageOf(gateway, key)).used).toBe(used);
      },
    );

    test(`an MCP tool call with this outcome is ${used ? "counted" : "not counted"}`, async () => {
      const { body } = await callMcp(gateway);
      expect(body.result.isError).toBe(true);
      if (retry === "false") expect(body.result.content[0].text).not.toContain("Try again");
      expect((await usageOf(gateway, key)).used).toBe(used);
    });

    test(`a native call with this outcome is ${used ? "counted" : "not counted"}`, async () => {
      // A native job with this result has not ended, because another worker may still have the
      // answer.
      if (result.reason === "deadline_passed") return;
      ({ apiKey: key } = await gateway.provision());
      const answer = finalOf(await callNatively(gateway, key, letterRequest()));
      expect(answer.status).toBe("JOB_STATUS_FAILED");
      expect((await usageOf(gateway, key)).used).toBe(used);
    });
  });

  const WORKERS: readonly (readonly [
    string,
    Parameters<TestGateway["worker"]["respondWith"]>[0],
    { used: number; retry: string | undefined },
  ])[] = [
    [
      "accepts no call",
      (_p, _b, res) => res.writeHead(503).end("{}"),
      { used: 0, retry: undefined },
    ],
    ["fails", (_p, _b, res) => res.writeHead(500).end("{}"), { used: 1, retry: "false" }],
    ["dies", (_p, _b, res) => res.socket?.resetAndDestroy(), { used: 1, retry: "false" }],
  ];

  describe.each(WORKERS)("When the worker %s", (_what, respond, { used, retry }) => {
    test.each(SDK)(
      `a call of %s to such a worker is ${used ? "counted" : "not counted"}`,
      async (_route, call) => {
        gateway.worker.respondWith(respond);
        const { status, headers } = await call(gateway);
        expect([status, headers["x-should-retry"]]).toEqual([503, retry]);
        expect((await usageOf(gateway, key)).used).toBe(used);
      },
    );
  });

  test.each(SDK)(
    "When the worker cannot be reached, then %s is not counted",
    async (_route, call) => {
      const replica = await gateway.replica({ WORKER_URL: "http://127.0.0.1:1" });
      const { status, headers } = await call(replica);
      await replica.close();
      expect([status, headers["x-should-retry"]]).toEqual([503, undefined]);
      expect((await usageOf(gateway, key)).used).toBe(0);
    },
  );

  test("When a developer key's call is not processed, then it is removed from the count of developer keys", async () => {
    const order = { tier: "pro", family: "gw_live", developer: true, managedAi: false } as const;
    ({ apiKey: key } = await gateway.provision(order));
    await callSdk(gateway, "chat", sdkBody("chat"), { key });
    expect((await usageOf(gateway, key)).used).toBe(1);
    gateway.worker.answerWith(() => failure("provider_unavailable", { attempts: 2, unprocessed }));
    await callSdk(gateway, "chat", sdkBody("chat"), { key });
    expect((await usageOf(gateway, key)).used).toBe(1);
  });

  test.each([
    ["no key", {}, 401],
    ["a wrong key", { "x-api-key": "svc_wrong" }, 401],
    ["a path that does not exist", { "x-api-key": "" }, 404],
  ])(
    "The response to a request with %s tells SDKs not to retry",
    async (_what, headers, status) => {
      const path = status === 404 ? "/v1/embeddings" : "/v1/messages";
      const answer = await request(gateway.app).post(path).set(headers).send(sdkBody("messages"));
      expect([answer.status, answer.headers["x-should-retry"]]).toEqual([status, "false"]);
    },
  );
});
