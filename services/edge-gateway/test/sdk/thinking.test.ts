import AnthropicLatest from "@anthropic-ai/sdk";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { AnswerBlock } from "@veil/contracts/inference";
import type { CallPolicy } from "@veil/contracts/public/call-policy";
import { describeWithServer } from "@veil/testing";
import { completedResult } from "../support/completed-result.ts";
import { codeOf } from "../support/native-client.ts";
import { callSdk, LETTER, sdkBody, sentJob, UPSTREAM_KEYS } from "../support/sdk-client.ts";
import { startSdkServer } from "../support/sdk-server.ts";
import { keyWithTools } from "../support/tools.ts";

const POLICY: CallPolicy = { tools: { allowed: true }, extensions: ["thinking"] };
const SETTINGS = { TOOLS_ENABLED: "true", THINKING_ENABLED: "true" };
const ORDER = { tier: "enterprise", managedAi: false } as const;

let server: Awaited<ReturnType<typeof startSdkServer>>;
let key: string;
beforeAll(async () => {
  server = await startSdkServer(SETTINGS);
  key = await keyWithTools(server.gateway, { policy: POLICY, order: ORDER });
});
beforeEach(() => {
  server.gateway.worker.answerWith(undefined);
  server.gateway.worker.direct.length = 0;
});
afterAll(() => server.close());

const RELINKED = { "x-veil-relink": "true" };
const thinking = { type: "adaptive", display: "summarized" };
const ask = (more: object = {}) =>
  callSdk(server.gateway, "messages", sdkBody("messages", { thinking, ...more }), {
    ...{ key, headers: RELINKED },
  });

function answerWith(...blocks: readonly AnswerBlock[]): void {
  const { choices: _choices, ...end } = completedResult("");
  const choice = { blocks: [...blocks], stop_reason: "end_turn" };
  server.gateway.worker.answerWith(() => ({ ...end, choices: [choice] }));
}

const thought = (text: string) => ({
  ...{ type: "thinking" as const, thinking: text, signature: "c2lnbmVk" },
});
const hidden = { type: "redacted_thinking" as const, data: "aGlkZGVu" };
const ANSWER = [thought("[PERSON_1] wrote"), hidden, { type: "text" as const, text: "[PERSON_1]" }];
const SHOWN = [thought("[PERSON_1] wrote"), hidden, { type: "text", text: "Ann Weber" }];

const user = (content: unknown) => ({ role: "user", content });
const assistant = (...content: object[]) => ({ role: "assistant", content });
const found = { type: "tool_result", tool_use_id: "a", content: "ok" };
const use = { type: "tool_use", id: "a", name: "find", input: {} };
const tools = [{ name: "find", input_schema: {} }];

describeWithServer("postgres", "Thoughts of the model", () => {
  describe("in an answer", () => {
    test("thoughts come before the text, as the provider sent them and without restored values", async () => {
      answerWith(...ANSWER);
      const { body } = await ask();
      expect(body.content).toEqual(SHOWN);
      expect(sentJob(server.gateway).options).toEqual({ thinking });
    });

    test("a stream has the same blocks as the whole answer", async () => {
      answerWith(...ANSWER);
      const client = new AnthropicLatest({
        ...{ apiKey: key, baseURL: server.url },
        defaultHeaders: { "X-Upstream-Key": UPSTREAM_KEYS.messages, ...RELINKED },
      });
      const stream = client.messages.stream({
        ...{ model: "m", max_tokens: 10, messages: [{ role: "user", content: LETTER }] },
        thinking: { type: "enabled", budget_tokens: 1024 },
      });
      expect((await stream.finalMessage()).content).toEqual(SHOWN);
    });

    test("a thought in which the model invents personal data is left out and reported", async () => {
      answerWith(thought("Try max@other.example"), thought("Fine"), { type: "text", text: "Hi" });
      const { body } = await ask();
      expect(body.content).toEqual([thought("Fine"), { type: "text", text: "Hi" }]);
      expect(body.metadata.svc_compliance.dlp_redacted).toBe(true);
    });
  });

  describe("with the header anthropic-beta", () => {
    const BETA = "interleaved-thinking-2025-05-14";
    const betasFor = async (header: string, more: object) => {
      const headers = { "anthropic-beta": header };
      const body = sdkBody("messages", more);
      const { status } = await callSdk(server.gateway, "messages", body, { key, headers });
      expect(status).toBe(200);
      expect(JSON.stringify(server.gateway.worker.direct)).not.toMatch(/context-1m|ann@/);
      return sentJob(server.gateway).options.betas;
    };

    test.each([
      [`claude-code-20250219,${BETA}`, { thinking }, [BETA]],
      [` ${BETA} , ${BETA}`, { thinking }, [BETA]],
      [BETA, {}, undefined],
      [BETA, { thinking: { type: "disabled" } }, undefined],
      ["context-1m-2025-08-07,ann@post.example", { thinking }, undefined],
      [BETA.toUpperCase(), { thinking }, undefined],
      ["", { thinking }, undefined],
    ])("for %j and %j, the worker gets the betas %j", async (header, more, betas) => {
      expect(await betasFor(header, more)).toEqual(betas);
    });
  });

  describe("in an earlier turn", () => {
    const sentBlocks = () =>
      sentJob(server.gateway)
        .messages.slice(1)
        .map(({ content }) => content.map(({ type }) => type));

    test("thoughts are sent back as they were, and the trace counts them", async () => {
      const { body } = await ask({
        messages: [user(LETTER), assistant(...ANSWER), user("And now?")],
      });
      const [, , { content } = { content: [] }] = sentJob(server.gateway).messages;
      expect(content).toEqual([
        ...[thought("[PERSON_1] wrote"), hidden],
        { type: "text", text: "[LITERAL_1]" },
      ]);
      const { hint } = body.metadata.svc_compliance.compliance_trace.data_exposure_summary;
      expect(hint).toMatch(/Earlier thoughts .*only the provider can read: 2\./);
    });

    test.each([
      ["a person", "Ann Weber wrote"],
      ["an address", "Write to ann@post.example"],
      ["a placeholder that was not issued", "[PERSON_7] wrote"],
    ])("a thought with %s is left out, and everything else is sent", async (_what, text) => {
      const { status } = await ask({
        messages: [user(LETTER), assistant(thought(text), hidden, use), user([found])],
        tools,
      });
      expect(status).toBe(200);
      expect(sentBlocks()).toEqual([["text"], ["redacted_thinking", "tool_use"], ["tool_result"]]);
      expect(JSON.stringify(server.gateway.worker.direct)).not.toMatch(/Weber|ann@|PERSON_7/);
    });

    test("a turn that only has such a thought is left out", async () => {
      await ask({ messages: [user(LETTER), assistant(thought("Ann Weber")), user("Go on")] });
      expect(sentBlocks()).toEqual([["text"], ["text"]]);
    });

    test("with a fixed budget, a thought with personal data before open tool calls is refused, because the provider requires it", async () => {
      const enabled = { type: "enabled", budget_tokens: 1024 };
      const history = [user(LETTER), assistant(thought("Ann Weber"), use), user([found])];
      const answer = await ask({ thinking: enabled, messages: history, tools });
      expect(codeOf(answer)).toEqual([400, "invalid_field"]);
      expect(answer.body.hint).toContain("adaptive");
      expect(server.gateway.worker.direct).toEqual([]);
    });

    test("with a fixed budget, a thought with personal data before closed tool calls is left out", async () => {
      const { status } = await ask({
        ...{ thinking: { type: "enabled", budget_tokens: 1024 }, tools },
        messages: [
          ...[user(LETTER), assistant(thought("Ann Weber"), use), user([found])],
          ...[assistant({ type: "text", text: "Done" }), user("Thanks")],
        ],
      });
      expect([status, sentBlocks()[1]]).toEqual([200, ["tool_use"]]);
    });

    test("texts around a thought are checked as one text, because the thought may be left out", async () => {
      const text = (part: string) => ({ type: "text", text: part });
      const said = assistant(text("Write to x.y@"), thought("Ann Weber"), text("acme.example"));
      const answer = await ask({ messages: [user(LETTER), said, user("Go on")] });
      expect(codeOf(answer)).toEqual([400, "invalid_field"]);
      expect(answer.body.message).toContain("together form personal data");
    });

    test("text in place of the data that only the provider can read is refused", async () => {
      for (const block of [
        { ...hidden, data: "Anna Schmidt, anna@example.org" },
        { ...thought("Hm"), signature: "Anna Schmidt" },
      ]) {
        const answer = await ask({ messages: [user("Hi"), assistant(block), user("Go on")] });
        expect(codeOf(answer)).toEqual([400, "invalid_field"]);
        expect(answer.text).not.toContain("Schmidt");
      }
      expect(server.gateway.worker.direct).toEqual([]);
    });

    test("a request that has nothing but such a thought is refused", async () => {
      const answer = await ask({ messages: [assistant(thought("Ann Weber"))] });
      expect(codeOf(answer)).toEqual([400, "invalid_field"]);
      expect(server.gateway.worker.direct).toEqual([]);
    });

    test("a thought in a turn of the user is refused", async () => {
      const answer = await ask({ messages: [user([thought("a")])] });
      expect(codeOf(answer)).toEqual([400, "invalid_field"]);
    });
  });

  describe("without permission", () => {
    test.each([
      ["the deployment", { TOOLS_ENABLED: "true" }, POLICY],
      ["the key's policy", SETTINGS, { tools: { allowed: true } }],
    ] as const)(
      "thinking is refused when %s does not allow it, and the hint names both",
      async (_what, settings, policy) => {
        const other = await startSdkServer(settings);
        try {
          const as = await keyWithTools(other.gateway, { policy, order: ORDER });
          const send = (more: object) =>
            callSdk(other.gateway, "messages", sdkBody("messages", more), { key: as });
          for (const type of ["adaptive", "enabled"]) {
            const answer = await send({ thinking: { type, budget_tokens: 1024 } });
            expect(codeOf(answer)).toEqual([400, "invalid_field"]);
            expect(answer.body.hint).toMatch(/THINKING_ENABLED.*extension thinking/);
          }
          for (const block of [thought("a"), hidden])
            expect(codeOf(await send({ messages: [user("Hi"), assistant(block)] }))).toEqual([
              ...[400, "content_type_not_supported"],
            ]);
          expect((await send({ thinking: { type: "disabled" } })).status).toBe(200);
        } finally {
          await other.close();
        }
      },
    );
  });
});
