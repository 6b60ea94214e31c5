import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { completedResult } from "../support/completed-result.ts";
import { codeOf } from "../support/native-client.ts";
import { callSdk, type SdkEndpoint, sdkBody, sentJob, textsSent } from "../support/sdk-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startTestGateway();
  ({ apiKey: key } = await gateway.provision({ tier: "enterprise", managedAi: false }));
});
beforeEach(() => {
  gateway.worker.answerWith(undefined);
  gateway.worker.direct.length = 0;
});
afterAll(() => gateway.close());

const send = (endpoint: SdkEndpoint, body: object, headers: Record<string, string> = {}) =>
  callSdk(gateway, endpoint, body, { key, headers });

describeWithServer("postgres", "Formats of SDK calls", () => {
  describe("POST /v1/messages", () => {
    // @spec SVC-30 SDK-8 ERR-10
    test.each([
      ["system", { system: "Write to ann@post.example" }],
      ["a part of system", { system: [{ type: "text", text: "Call +49 30 901820" }] }],
      [
        "a system turn",
        {
          messages: [
            { role: "user", content: "Hi" },
            { role: "system", content: "DE89 3704 0044 0532 0130 00" },
          ],
        },
      ],
    ])("POST /v1/messages refuses hard identifiers in %s", async (_where, more) => {
      const answer = await send("messages", sdkBody("messages", more));
      expect(codeOf(answer)).toEqual([400, "system_prompt_pii_detected"]);
      expect(gateway.worker.direct).toEqual([]);
    });

    // @spec SDK-8
    test("POST /v1/messages passes on its parameters, with sanitised stop sequences, and returns the one that ended the response", async () => {
      const stop = { stop_reason: "stop_sequence", stop_sequence: "[PERSON_1]" };
      const { choices: _choices, ...end } = completedResult("");
      const choices = [{ blocks: [{ type: "text" as const, text: "Dear" }], ...stop }];
      gateway.worker.answerWith(() => ({ ...end, choices }));
      const more = { temperature: 0.5, top_p: 0.9, top_k: 4, stop_sequences: ["Ann Weber"] };
      const body = sdkBody("messages", { ...more, metadata: { user_id: "Ann" } });
      const answer = await send("messages", body, { "x-veil-relink": "true" });
      expect(sentJob(gateway)).toMatchObject({
        dialect: "anthropic",
        model: "m-1",
        max_tokens: 10,
        temperature: 0.5,
        options: { top_p: 0.9, top_k: 4, stop: ["[PERSON_1]"] },
        end_user_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      });
      expect(answer.body).toMatchObject({
        stop_reason: "stop_sequence",
        stop_sequence: "Ann Weber",
        usage: { input_tokens: 1, output_tokens: 1 },
      });
    });
  });

  describe("POST /v1/chat/completions", () => {
    // @spec SDK-4
    test("POST /v1/chat/completions passes on its parameters, treats null as absent, and returns the caller's metadata", async () => {
      const more = {
        ...{
          n: 2,
          seed: 7,
          presence_penalty: 1,
          stop: "Ann Weber",
          response_format: { type: "json_object" },
        },
        ...{
          top_p: null,
          ...{ user: "ann", safety_identifier: "ann-1", prompt_cache_key: "ann-2" },
          ...{ service_tier: "auto", logit_bias: {} },
          metadata: { ticket: "T-1" },
          max_completion_tokens: 5,
          logprobs: null,
        },
      };
      gateway.worker.answerWith(() => {
        const { choices, ...end } = completedResult("Dear [PERSON_1]");
        return { ...end, choices: [...choices, ...choices] };
      });
      const answer = await send("chat", sdkBody("chat", more));
      expect(sentJob(gateway)).toMatchObject({
        dialect: "openai",
        max_tokens: 5,
        options: {
          ...{ n: 2, seed: 7, presence_penalty: 1, stop: ["[PERSON_1]"] },
          ...{ response_format: "json_object", limit_name: "max_completion_tokens" },
        },
      });
      expect(sentJob(gateway).options).not.toHaveProperty("top_p");
      expect(answer.body.choices).toMatchObject([
        { index: 0, message: { content: "Dear [PERSON_1]" } },
        { index: 1, message: { content: "Dear [PERSON_1]" } },
      ]);
      expect(answer.body.metadata).toMatchObject({ ticket: "T-1", svc_compliance: {} });
      const sent = JSON.stringify(gateway.worker.direct);
      for (const own of ["T-1", "ann-1", "ann-2", "service_tier", "logit_bias"])
        expect(sent).not.toContain(own);
    });

    test("POST /v1/chat/completions refuses metadata whose values are no texts, under every name", async () => {
      for (const name of ["a", "\t\n", ""]) {
        const answer = await send("chat", sdkBody("chat", { metadata: { [name]: {} } }));
        expect(codeOf(answer)).toEqual([400, "invalid_field"]);
      }
    });

    // @spec SVC-30 SDK-8 ERR-10
    test("POST /v1/chat/completions sanitises hard identifiers in a system turn", async () => {
      const messages = [
        { role: "developer", content: "Answer as ann@post.example" },
        { role: "user", content: "Hi" },
      ];
      await send("chat", sdkBody("chat", { messages }));
      expect(textsSent(gateway).slice(-2)).toEqual([
        ["system", "Answer as [EMAIL_1]"],
        ["user", "Hi"],
      ]);
    });
  });

  // @spec SVC-35 SDK-8
  test.each(["/v1/responses", "/v1/embeddings", "/v1"])(
    "%s does not exist, and the error lists existing endpoints",
    async (path) => {
      const { status, body } = await request(gateway.app).post(path).set("x-api-key", key);
      expect([status, body.error, body.hint]).toEqual([
        404,
        "not_found",
        expect.stringContaining("/v1/chat/completions"),
      ]);
    },
  );
});
