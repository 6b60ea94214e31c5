import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { ErrorCode } from "@veil/contracts/errors";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { failedResult } from "../support/completed-result.ts";
import { codeOf, usageOf } from "../support/native-client.ts";
import { LETTER, textsSent, UPSTREAM_KEYS } from "../support/sdk-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startTestGateway();
});
beforeEach(async () => {
  gateway.worker.answerQueriesWith(undefined);
  gateway.worker.direct.length = 0;
  ({ apiKey: key } = await gateway.provision({ managedAi: false }));
});
afterAll(() => gateway.close());

describeWithServer("postgres", "Token counts and model lists for SDKs", () => {
  describe("POST /v1/messages/count_tokens", () => {
    const count = (body: object) =>
      request(gateway.app)
        .post("/v1/messages/count_tokens")
        .set({ "x-api-key": key, "x-upstream-key": UPSTREAM_KEYS.messages })
        .send(body);

    // @spec DEC-1
    test("POST /v1/messages/count_tokens lets the provider count the sanitised messages, and uses no quota", async () => {
      const messages = [{ role: "user", content: LETTER }];
      const answer = await count({ model: "m", system: "Be brief.", messages });
      expect([answer.status, answer.body]).toEqual([200, { input_tokens: 7 }]);
      expect(textsSent(gateway).slice(-2)).toEqual([
        ["system", "Be brief."],
        ["user", "[PERSON_1] writes from [EMAIL_1]"],
      ]);
      const id = answer.headers["request-id"];
      const events = (await gateway.events()).filter((event) => event.request_id === id);
      expect(events.map((event) => event.event_type)).toEqual([
        ...["SDK_TOKEN_GENERATED", "SDK_SANITIZER_APPLIED", "SDK_TOKEN_COUNT_SUBMITTED"],
      ]);
      expect((await usageOf(gateway, key)).used).toBe(0);
    });

    // @spec DEC-1
    test("POST /v1/messages/count_tokens refuses the same content as POST /v1/messages", async () => {
      const messages = [{ role: "user", content: "Hi" }];
      const image = { messages: [{ role: "user", content: [{ type: "image" }] }] };
      const refused = [
        { tools: [{ name: "a" }] },
        { cache_control: { type: "ephemeral" } },
        image,
        { system: "ann@post.example" },
        { max_tokens: 1 },
      ];
      const answers = await Promise.all(
        refused.map((more) => count({ model: "m", messages, ...more })),
      );
      expect(answers.map(codeOf)).toEqual([
        [400, "tools_not_supported"],
        [400, "cache_control_not_supported"],
        [400, "content_type_not_supported"],
        [400, "system_prompt_pii_detected"],
        [400, "invalid_field"],
      ]);
    });
  });

  describe("GET /v1/models", () => {
    const read = (path: string, headers: Record<string, string>) =>
      request(gateway.app)
        .get(path)
        .set({ "x-api-key": key, ...headers });
    const asOpenAI = { "x-upstream-key": UPSTREAM_KEYS.chat };
    const asAnthropic = {
      "x-upstream-key": UPSTREAM_KEYS.messages,
      "anthropic-version": "2026-10-21",
    };

    // @spec DEC-1
    test("GET /v1/models lists the models of the provider whose format the caller uses", async () => {
      const ids = async (headers: Record<string, string>) =>
        (await read("/v1/models", headers)).body.data.map(({ id }: { id: string }) => id);
      expect(await ids(asOpenAI)).toEqual(["gpt-1"]);
      expect(await ids(asAnthropic)).toEqual(["claude-1"]);
      expect((await read("/v1/models/gpt-1", asOpenAI)).body).toEqual({
        ...{ id: "gpt-1", object: "model", type: "model", display_name: "gpt-1" },
        ...{ created: 1_700_000_000, created_at: "2023-11-14T22:13:20Z", owned_by: "openai" },
      });
      const { body } = await read("/v1/models", asAnthropic);
      expect(body.data).toEqual([
        {
          ...{ id: "claude-1", object: "model", type: "model", display_name: "Claude 1" },
          ...{ created: 1_700_000_000, created_at: "2023-11-14T22:13:20Z", owned_by: "provider" },
        },
      ]);
      expect(codeOf(await read("/v1/models/gpt-2", asOpenAI))).toEqual([404, "not_found"]);
    });

    test("GET /v1/models lists the models that the operator allows, if any are configured", async () => {
      const other = await gateway.replica({ MODELS_ALLOWED: "m-1,m-2" });
      const answer = await request(other.app).get("/v1/models").set("x-api-key", key);
      await other.close();
      expect(answer.body).toMatchObject({ first_id: "m-1", last_id: "m-2", has_more: false });
    });

    test("GET /v1/models requires a provider key unless the operator has configured the models", async () => {
      expect(codeOf(await read("/v1/models", {}))).toEqual([401, "missing_upstream_key"]);
    });
  });

  const REQUESTS: readonly (readonly [string, () => request.Test])[] = [
    [
      "POST /v1/messages/count_tokens",
      () =>
        request(gateway.app)
          .post("/v1/messages/count_tokens")
          .set({ "x-api-key": key, "x-upstream-key": UPSTREAM_KEYS.messages })
          .send({ model: "m", messages: [{ role: "user", content: LETTER }] }),
    ],
    ...["/v1/models", "/v1/models/gpt-1"].map(
      (path) =>
        [
          `GET ${path}`,
          () =>
            request(gateway.app)
              .get(path)
              .set({ "x-api-key": key, "x-upstream-key": UPSTREAM_KEYS.chat }),
        ] as const,
    ),
  ];

  describe.each(REQUESTS)("%s", (_name, send) => {
    // @spec DEC-1
    test.each<[number, ErrorCode]>([
      [400, "upstream_request_refused"],
      [401, "upstream_key_refused"],
      [403, "upstream_permission_denied"],
      [404, "upstream_not_found"],
      [429, "upstream_rate_limited"],
      [529, "upstream_overloaded"],
    ])("the provider's status %p is returned to the client", async (status, code) => {
      const refused = { ...failedResult("provider_refused"), provider_status: status };
      gateway.worker.answerQueriesWith(refused);
      expect(codeOf(await send())).toEqual([status, code]);
    });

    // @spec DEC-1
    test("a read with a provider key of the other format is refused", async () => {
      const answer = await send().set("x-upstream-key", "xyz-other");
      expect(codeOf(answer)).toEqual([400, "upstream_key_mismatch"]);
    });

    // @spec DEC-1
    test("a read without a provider key is refused", async () => {
      const answer = await send().set("x-upstream-key", "");
      expect(codeOf(answer)).toEqual([401, "missing_upstream_key"]);
    });
  });

  describe("A token count while a service fails", () => {
    const count = () => REQUESTS[0]?.[1]();

    // @spec DEC-1
    test("a token count gets 503 while the sanitiser fails, and nothing is sent", async () => {
      gateway.sanitiser.answerWith((res) => res.writeHead(500).end());
      const answer = await count();
      gateway.sanitiser.answerWith(undefined);
      expect(answer).toMatchObject({ status: 503, body: { error: "scanner_unavailable" } });
      expect(gateway.worker.direct).toEqual([]);
    });

    // @spec DEC-1
    test("a token count gets 503 while the bridge is down, and nothing is sent", async () => {
      gateway.bridge.respondWith((_path, _body, res) => res.writeHead(500).end());
      const answer = await count();
      gateway.bridge.respondWith(undefined);
      expect(answer).toMatchObject({ status: 503, body: { error: "token_service_unavailable" } });
      expect(gateway.worker.direct).toEqual([]);
    });
  });
});
