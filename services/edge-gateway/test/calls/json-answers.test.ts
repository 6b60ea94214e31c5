import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { AnswerBlock } from "@veil/contracts/inference";
import { readEvents } from "@veil/llm-dialects";
import { describeWithServer } from "@veil/testing";
import fc from "fast-check";
import request from "supertest";
import { completedResult } from "../support/completed-result.ts";
import { callNatively, letterRequest } from "../support/native-client.ts";
import { callSdk, type SdkEndpoint, sdkBody, UPSTREAM_KEYS } from "../support/sdk-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";
import { keyWithTools, toolsBody } from "../support/tools.ts";

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startTestGateway({
    ...{ TOOLS_ENABLED: "true", STREAMING_ENABLED: "true" },
    ...{ PER_MINUTE_LIMIT_ENTERPRISE: "100000" },
  });
  key = await keyWithTools(gateway, { order: { tier: "enterprise", managedAi: true } });
});
afterAll(() => gateway.close());

const RELINKED = { "x-veil-relink": "true" };

const scalars = fc.constantFrom(
  ...["2512292042121000001", "1.10", "-0", "1e400", "0.1e-7", "true", "null", "[ ]"],
  ...['"\\u0041\\/"', '"\\ud800 {}\\""', '"a\\u0020b"', '""'],
);
const gaps = fc.constantFrom("", " ", "\n", "\t\r\n");
/**
 * JSON without personal data, with repeated member names and in notations that no serializer
 * writes.
 */
const { document } = fc.letrec<{ document: string; value: string }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, scalars, tie("document")),
  document: fc.oneof(
    fc.array(tie("value"), { maxLength: 3 }).map((items) => `[${items.join(" , ")}]`),
    fc
      .array(fc.tuple(fc.constantFrom('"10"', '"2"', '"\\u0061"', '"a"'), gaps, tie("value")), {
        maxLength: 4,
      })
      .map((members) => `{${members.map(([name, gap, value]) => `${name}${gap}:${value}`)}}`),
  ),
}));
const objects = document.filter((json) => json.startsWith("{"));

function answerWith(...blocks: readonly AnswerBlock[]): void {
  const { choices: _choices, ...end } = completedResult("");
  gateway.worker.answerWith(() => ({
    ...end,
    choices: [{ blocks: [...blocks], stop_reason: "end_turn" }],
  }));
}

const textBlock = (text: string): AnswerBlock => ({ type: "text", text });
const ask = (endpoint: SdkEndpoint, more: object = {}) =>
  callSdk(gateway, endpoint, toolsBody(endpoint, more), { key, headers: RELINKED });

async function deltasOf(response: request.Response): Promise<string> {
  async function* chunks() {
    yield Buffer.from(response.text);
  }
  let deltas = "";
  for await (const { data } of readEvents(chunks())) {
    const { delta = {} } = JSON.parse(data);
    deltas += delta.text ?? delta.partial_json ?? "";
  }
  return deltas;
}

describeWithServer("postgres", "JSON in calls and answers", () => {
  describe("JSON without personal data from a model", () => {
    const ROUTES: readonly (readonly [string, () => Promise<string>])[] = [
      ["chat", async () => (await ask("chat")).body.choices[0].message.content],
      ["messages", async () => (await ask("messages")).body.content[0].text],
      ["messages, streamed", async () => await deltasOf(await ask("messages", { stream: true }))],
    ];

    test.each(ROUTES)(
      "a JSON answer of the model arrives unchanged (%s)",
      async (_route, received) => {
        await fc.assert(
          fc.asyncProperty(document, gaps, async (json, gap) => {
            answerWith(textBlock(gap + json + gap));
            expect(await received()).toBe(gap + json + gap);
          }),
          { numRuns: 12 },
        );
      },
    );

    test("a JSON result of a native call is in the body unchanged", async () => {
      await fc.assert(
        fc.asyncProperty(document, async (json) => {
          answerWith(textBlock(json));
          const { text } = await callNatively(gateway, key, letterRequest());
          expect(text).toContain(`"result":${json},"model_used"`);
        }),
        { numRuns: 12 },
      );
    });

    test("JSON arguments of a tool call arrive unchanged on every route", async () => {
      await fc.assert(
        fc.asyncProperty(objects, async (json) => {
          answerWith({ type: "tool_use", name: "send_mail", arguments: json });
          const [call] = (await ask("chat")).body.choices[0].message.tool_calls;
          expect(call.function.arguments).toBe(json);
          expect((await ask("messages")).text).toContain(`"name":"send_mail","input":${json}}`);
          expect(await deltasOf(await ask("messages", { stream: true }))).toBe(json);
        }),
        { numRuns: 8 },
      );
    });
  });

  test("When personal data is redacted and values are restored in JSON, then everything else stays unchanged", async () => {
    const json = (owner: string, mail: string) =>
      `{ "id": 2512292042121000001, "10":1.10, "2":"\\u0041", "to":"${owner}","from":"${mail}" }`;
    const written = json("[PERSON_1]", "max\\u0040other.example");
    const expected = json("Ann Weber", "[REDACTED:EMAIL]");
    answerWith(textBlock(written));
    expect((await ask("chat")).body.choices[0].message.content).toBe(expected);
    expect((await ask("messages")).body.content[0].text).toBe(expected);
    const native = await callNatively(gateway, key, letterRequest());
    expect(native.text).toContain(`"result":${expected},"model_used"`);
    answerWith({ type: "tool_use", name: "send_mail", arguments: written });
    expect((await ask("messages")).text).toContain(`"input":${expected}}`);
  });

  describe("JSON without personal data from a caller", () => {
    const post = async (path: string, endpoint: SdkEndpoint, body: string) => {
      gateway.worker.direct.length = 0;
      const { status, text } = await request(gateway.app)
        .post(path)
        .set({ "x-api-key": key, "x-upstream-key": UPSTREAM_KEYS[endpoint] })
        .type("json")
        .send(body);
      const [job] = gateway.worker.direct;
      if (job === undefined || !("messages" in job)) throw new Error(`Not sent: ${status} ${text}`);
      return job;
    };
    const withMessages = (endpoint: SdkEndpoint, ...messages: readonly string[]) =>
      JSON.stringify(sdkBody(endpoint, { messages: [], tools: [] })).replace(
        '"messages":[]',
        `"messages":[{"role":"user","content":"Hi"},${messages.join(",")}]`,
      );
    /** Excludes objects with repeated names, which are refused in a request. */
    const strict = objects.filter((json) => {
      const names = [...json.matchAll(/"(?:10|2|a|\\u0061)"(?=\s*:)/g)].map(([name]) => name);
      return new Set(names.map((name) => JSON.parse(name))).size === names.length;
    });

    test("schemas and arguments of tools reach the worker unchanged", async () => {
      await fc.assert(
        fc.asyncProperty(strict, strict, async (schema, json) => {
          const use = `{"role":"assistant","content":[{"type":"text","text":"x"},{"type":"tool_use","id":"a","name":"fetch","input": ${json} }]}`;
          const result = `{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":${JSON.stringify(json)}}]}`;
          const messages = withMessages("messages", use, result).replace(
            '"tools":[]',
            `"tools":[{"name":"fetch","input_schema":${schema}}]`,
          );
          const job = await post("/v1/messages", "messages", messages);
          expect(job.options.tools).toEqual([{ name: "fetch", input_schema: schema }]);
          expect(job.messages.flatMap(({ content }) => content)).toEqual(
            expect.arrayContaining([
              expect.objectContaining({ type: "tool_use", arguments: json }),
              expect.objectContaining({ content: [{ type: "text", text: json }] }),
            ]),
          );
          const call = `{"id":"a","type":"function","function":{"name":"fetch","arguments":${JSON.stringify(json)}}}`;
          const chat = withMessages("chat", `{"role":"assistant","tool_calls":[${call}]}`).replace(
            '"tools":[]',
            `"tools":[{"type":"function","function":{"name":"fetch","parameters":${schema}}}]`,
          );
          const sent = await post("/v1/chat/completions", "chat", chat);
          expect(sent.options.tools).toEqual([{ name: "fetch", input_schema: schema }]);
          expect(sent.messages.flatMap(({ content }) => content)).toContainEqual(
            expect.objectContaining({ type: "tool_use", arguments: json }),
          );
        }),
        { numRuns: 10 },
      );
    });
  });

  test("A seed that a parser would round is refused", async () => {
    const body = JSON.stringify(sdkBody("chat", { seed: 0 })).replace(
      '"seed":0',
      '"seed":2512292042121000001',
    );
    const answer = await request(gateway.app)
      .post("/v1/chat/completions")
      .set({ "x-api-key": key, "x-upstream-key": UPSTREAM_KEYS.chat })
      .type("json")
      .send(body);
    expect([answer.status, answer.body.error]).toEqual([400, "invalid_field"]);
  });
});
