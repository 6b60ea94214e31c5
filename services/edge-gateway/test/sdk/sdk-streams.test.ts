import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { InferenceEvent } from "@veil/contracts/inference";
import { readEvents } from "@veil/llm-dialects";
import { describeWithServer, until } from "@veil/testing";
import { completedResult, failedResult } from "../support/completed-result.ts";
import { writtenEvents } from "../support/fake-services.ts";
import { usageOf } from "../support/native-client.ts";
import { callSdk, endOf, sdkBody, UPSTREAM_KEYS } from "../support/sdk-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

let gateway: TestGateway;
let server: Server;
let address: string;
let key: string;
beforeAll(async () => {
  gateway = await startTestGateway({ STREAMING_ENABLED: "true" });
  server = createServer(gateway.app).listen(0, "127.0.0.1");
  await once(server, "listening");
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/messages`;
});
beforeEach(async () => {
  gateway.worker.answerWith(undefined);
  gateway.worker.streamWith(undefined);
  ({ apiKey: key } = await gateway.provision({ managedAi: false }));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await gateway.close();
});

async function open(headers: Record<string, string> = {}, signal?: AbortSignal) {
  return await fetch(address, {
    method: "POST",
    headers: { "x-api-key": key, "x-upstream-key": UPSTREAM_KEYS.messages, ...headers },
    body: JSON.stringify(sdkBody("messages", { stream: true })),
    ...(signal && { signal }),
  });
}

const RELINKED = { "x-veil-relink": "true" };

interface Received {
  readonly event: string | undefined;
  readonly data: Record<string, unknown> & { readonly type: string };
}

async function read({ body }: Response): Promise<Received[]> {
  const events: Received[] = [];
  if (body === null) throw new Error("No body");
  for await (const { event, data } of readEvents(body))
    events.push({ event, data: JSON.parse(data) });
  return events;
}

const textIn = (events: readonly Received[]) =>
  events.map(({ data }) => (data["delta"] as { text?: string } | undefined)?.text ?? "").join("");
const typesOf = (events: readonly Received[]) => events.map(({ data }) => data.type);

const endTypesOf = async ({ headers }: Response) =>
  (await endOf(gateway, headers.get("request-id"))).map(({ event_type }) => event_type);

describeWithServer("postgres", "A streamed message", () => {
  // @spec SVC-32 SDK-6 ERR-9
  test("a stream has the named events that SDKs expect, with compliance metadata at its start", async () => {
    const answer = await open();
    expect(answer.headers.get("content-type")).toMatch("text/event-stream");
    const events = await read(answer);
    expect(events.map(({ event }) => event)).toEqual(typesOf(events));
    expect([...new Set(typesOf(events))]).toEqual([
      ...["message_start", "content_block_start", "content_block_delta", "content_block_stop"],
      ...["message_delta", "message_stop"],
    ]);
    expect(events[0]?.data).toMatchObject({
      message: {
        usage: { input_tokens: 1, output_tokens: 0 },
        metadata: {
          svc_compliance: {
            request_id: answer.headers.get("request-id"),
            redaction_count: 2,
            compliance_trace: { attempts: 1, relink_requested: false },
          },
        },
      },
    });
    expect(events.at(-2)?.data).toMatchObject({
      delta: { stop_reason: "end_turn", stop_sequence: null },
      usage: { output_tokens: 1 },
    });
    expect(textIn(events)).toBe("[PERSON_1] writes from [EMAIL_1]");
  });

  test("values in a stream are restored, even if their placeholders arrive in pieces", async () => {
    expect(textIn(await read(await open(RELINKED)))).toBe("Ann Weber writes from ann@post.example");
  });

  test("values are restored in each block of a stream separately", async () => {
    const { choices: _choices, ...end } = completedResult("");
    const blocks = ["Dear [PERSON_1],\n", "yours, [PERSON_1]"].map((text) => ({
      type: "text" as const,
      text,
    }));
    gateway.worker.answerWith(() => ({ ...end, choices: [{ blocks, stop_reason: "end_turn" }] }));
    const events = await read(await open(RELINKED));
    const textOf = (index: number) => textIn(events.filter(({ data }) => data["index"] === index));
    expect([textOf(0), textOf(1)]).toEqual(["Dear Ann Weber,\n", "yours, Ann Weber"]);
  });

  test("the end of a stream and the audit log have all token counts of the provider", async () => {
    const usage_details = {
      ...{ cache_read_input_tokens: 5, cache_creation: { ephemeral_1h_input_tokens: 2 } },
      service_tier: "standard",
    };
    const counts = { input_tokens: 1414, output_tokens: 7, usage_details };
    gateway.worker.answerWith(() => ({ ...completedResult("OK"), ...counts }));
    gateway.worker.streamWith(async (res, events) =>
      res.end(
        writtenEvents(
          events.map((event) => (event.type === "start" ? { ...event, input_tokens: 0 } : event)),
        ),
      ),
    );
    const answer = await open();
    expect((await read(answer)).at(-2)?.data["usage"]).toEqual({
      ...{ input_tokens: 1414, output_tokens: 7, cache_creation_input_tokens: 0 },
      ...usage_details,
    });
    const id = answer.headers.get("request-id");
    const [ended] = await endOf(gateway, id);
    expect(ended?.payload).toMatchObject({
      ...{ input_tokens: "1414", output_tokens: "7", cache_read_input_tokens: "5" },
    });
    expect(ended?.payload).not.toHaveProperty("cache_creation_input_tokens");
  });

  test("a stream has all fields of a whole response's compliance metadata, both at its start and at its end", async () => {
    const { body } = await callSdk(gateway, "messages", sdkBody("messages"), {
      ...{ key, headers: RELINKED },
    });
    const whole = body.metadata.svc_compliance;
    const inStream = async (headers = {}) => {
      const events = await read(await open(headers));
      return [events[0]?.data["message"], events.at(-2)?.data].map(
        (holder) => (holder as typeof body).metadata.svc_compliance,
      );
    };
    for (const metadata of await inStream(RELINKED)) {
      expect(Object.keys(metadata).sort()).toEqual(Object.keys(whole).sort());
      expect(metadata).toMatchObject({ redaction_count: 2, dlp_redacted: false, relinked: true });
    }
    expect((await inStream()).map(({ relinked }) => relinked)).toEqual([false, false]);
    gateway.worker.answerWith(() => completedResult("OK"));
    expect((await inStream(RELINKED)).map(({ relinked }) => relinked)).toEqual([true, false]);
  });

  test.each([
    [529, "overloaded_error", "upstream_overloaded"],
    [429, "rate_limit_error", "upstream_rate_limited"],
  ])(
    "when the provider sends the error %p midway, the stream ends with %s",
    async (provider_status, type, code) => {
      const result = { ...failedResult("provider_unavailable"), provider_status };
      gateway.worker.streamWith(async (res, events) =>
        res.end(writtenEvents([...events.slice(0, 3), { type: "end", result }])),
      );
      const events = await read(await open());
      expect(events.at(-1)?.data).toMatchObject({ type: "error", error: { type, code } });
    },
  );

  test("a stream is counted once, and its end is recorded as an event", async () => {
    const answer = await open();
    await read(answer);
    expect(await endTypesOf(answer)).toEqual(["SDK_INFERENCE_COMPLETED"]);
    expect((await usageOf(gateway, key)).used).toBe(1);
  });

  // @spec SVC-32 SDK-6 ERR-9
  test("personal data that the model wrote in a stream is reported after its end", async () => {
    gateway.worker.answerWith(() => completedResult("Pay to DE89 3704 0044 0532 0130 00"));
    const answer = await open();
    await read(answer);
    expect(await endTypesOf(answer)).toEqual(["SDK_INFERENCE_COMPLETED", "SDK_DLP_OUTBOUND_MATCH"]);
  });

  test("a stream is sent piece by piece before the rest has arrived, with the provider's pings", async () => {
    let goOn = () => {};
    const isRead = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    gateway.worker.streamWith(async (res, events) => {
      const [start, ...rest] = events;
      res.write(writtenEvents([start ?? {}, { type: "ping" }]));
      await isRead;
      res.end(writtenEvents(rest));
    });
    const { body } = await open();
    if (body === null) throw new Error("No body");
    const types: string[] = [];
    for await (const { event = "" } of readEvents(body)) {
      types.push(event);
      if (event === "ping") goOn();
    }
    expect(types.slice(0, 3)).toEqual(["message_start", "ping", "content_block_start"]);
    expect(types.at(-1)).toBe("message_stop");
  });

  test("when the provider refuses a streamed call, the response is an error with its status, not a stream", async () => {
    const refused = { ...failedResult("provider_refused"), provider_status: 401 };
    gateway.worker.answerWith(() => refused);
    const answer = await open();
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: "upstream_key_refused" });
    expect(await endTypesOf(answer)).toEqual(["SDK_INFERENCE_FAILED"]);
  });

  test.each<[string, (events: readonly InferenceEvent[]) => string]>([
    [
      "the worker reports an error",
      (events) =>
        writtenEvents([
          ...events.slice(0, 3),
          { type: "end", result: failedResult("provider_unavailable") },
        ]),
    ],
    ["the worker closes the connection", (events) => writtenEvents(events.slice(0, 3))],
  ])("when %s midway, the stream ends with an error event", async (_what, cut) => {
    gateway.worker.streamWith(async (res, events) => res.end(cut(events)));
    const answer = await open();
    const events = await read(answer);
    expect(typesOf(events).slice(-2)).toEqual(["content_block_delta", "error"]);
    expect(events.at(-1)?.data).toMatchObject({
      error: { type: "api_error", code: "inference_service_unavailable" },
      message: expect.any(String),
    });
    expect(await endTypesOf(answer)).toEqual(["SDK_INFERENCE_FAILED"]);
  });

  test("when a stream breaks off, the text that was held back is sent before the error", async () => {
    gateway.worker.streamWith(async (res, [start, block]) => {
      if (start === undefined || block === undefined) throw new Error("No events");
      const text = { type: "text", index: 0, text: "Dear [PERSON_1], for [PERSON" } as const;
      res.end(writtenEvents([start, block, text]));
    });
    const events = await read(await open(RELINKED));
    expect(textIn(events)).toBe("Dear Ann Weber, for [PERSON");
    expect(typesOf(events).slice(-2)).toEqual(["content_block_delta", "error"]);
  });

  test("a text without blanks is streamed as it is written, even when values are restored in it", async () => {
    let goOn = () => {};
    gateway.worker.streamWith(async (res, [start, block, ...rest]) => {
      if (start === undefined || block === undefined) throw new Error("No events");
      const text = (written: string) => ({ type: "text", index: 0, text: written }) as const;
      res.write(writtenEvents([start, block, text("请给[PERSON_1]打电话，然后")]));
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      res.end(writtenEvents([text("再说"), ...rest.filter(({ type }) => type !== "text")]));
    });
    const { body } = await open(RELINKED);
    if (body === null) throw new Error("No body");
    let written = "";
    for await (const { data } of readEvents(body)) {
      written += textIn([{ event: undefined, data: JSON.parse(data) }]);
      if (written.startsWith("请给Ann Weber打电话，")) goOn();
    }
    expect(written).toBe("请给Ann Weber打电话，然后再说");
  });

  test("when the client disconnects, the connection to the worker is closed, and the call stays counted once", async () => {
    let isClosed = false;
    gateway.worker.streamWith(async (res, events) => {
      res.once("close", () => {
        isClosed = true;
      });
      res.write(writtenEvents(events.slice(0, 2)));
    });
    const controller = new AbortController();
    const answer = await open({}, controller.signal);
    controller.abort();
    await until("the worker's connection closes", () => isClosed);
    const id = answer.headers.get("request-id");
    const [ended] = await endOf(gateway, id);
    expect(ended).toMatchObject({ payload: { error_type: "client_closed_request" } });
    expect((await usageOf(gateway, key)).used).toBe(1);
  });
});
