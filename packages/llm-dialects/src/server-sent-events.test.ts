import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { readEvents, type ServerSentEvent, writeEvent } from "./server-sent-events.ts";

async function* chunksOf(text: string, sizes: readonly number[]) {
  const bytes = new TextEncoder().encode(text);
  let from = 0;
  for (let turn = 0; from < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield bytes.subarray(from, from + size);
    from += size;
  }
}

async function eventsIn(text: string, sizes = [7]): Promise<ServerSentEvent[]> {
  const events: ServerSentEvent[] = [];
  for await (const event of readEvents(chunksOf(text, sizes))) events.push(event);
  return events;
}

test.each<[string, string, ServerSentEvent[]]>([
  ["a name and data", "event: ping\ndata: {}\n\n", [{ event: "ping", data: "{}" }]],
  ["no name", "data: [DONE]\n\n", [{ data: "[DONE]" }]],
  ["lines that end in CRLF", "event: a\r\ndata: 1\r\n\r\n", [{ event: "a", data: "1" }]],
  ["several lines of data", "data: 1\ndata: 2\n\n", [{ data: "1\n2" }]],
  ["comments", ": heartbeat\n\ndata: 1\n\n", [{ data: "1" }]],
  ["no data", "event: a\n\ndata: 1\n\n", [{ data: "1" }]],
  ["no end", "data: 1\n\nevent: a\ndata: 2\n", [{ data: "1" }]],
  ["a byte order mark", "\ufeffdata: 1\n\n", [{ data: "1" }]],
])("readEvents reads a stream with %s", async (_what, text, events) => {
  expect(await eventsIn(text)).toEqual(events);
});

test("readEvents reads all events that writeEvent wrote, wherever the body is split", async () => {
  const line = fc.string({ unit: "grapheme" }).map((text) => JSON.stringify(text));
  const event = fc.record(
    { event: fc.stringMatching(/^[a-z_]{1,9}$/), data: line },
    { requiredKeys: ["data"] },
  );
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(fc.array(event), sizes, async (events, cuts) => {
      expect(await eventsIn(events.map(writeEvent).join(""), cuts)).toEqual(events);
    }),
  );
});

describe.each([
  ["LF", "\n"],
  ["CRLF", "\r\n"],
])("readEvents with lines that end in %s", (_name, end) => {
  const sent = ["Grüße 🙂 — 日本", "\u2028", "[PERSON_1]"].map((text) => ({
    event: "content_block_delta",
    data: JSON.stringify({ text }),
  }));
  const text = sent
    .map((event) => `: ping\n${writeEvent(event)}`)
    .join("")
    .replaceAll("\n", end);
  const bytes = new TextEncoder().encode(text);
  const offsets = Array.from(bytes, (_byte, at) => at + 1);

  async function* partsOf(...parts: readonly Uint8Array[]) {
    yield* parts;
  }
  async function eventsOf(...parts: readonly Uint8Array[]) {
    const events: ServerSentEvent[] = [];
    for await (const event of readEvents(partsOf(...parts))) events.push(event);
    return events;
  }

  test("readEvents returns the same events for a body in two chunks, wherever it is split", async () => {
    expect(await eventsOf(bytes)).toEqual(sent);
    for (const at of offsets)
      expect([at, await eventsOf(bytes.subarray(0, at), bytes.subarray(at))]).toEqual([at, sent]);
  });

  test("readEvents returns only the complete events of a truncated body", async () => {
    for (const at of offsets) {
      const events = await eventsOf(bytes.subarray(0, at));
      expect([at, events]).toEqual([at, sent.slice(0, events.length)]);
    }
  });
});

test("readEvents yields an event before it requests the next chunk", async () => {
  const asked: number[] = [];
  async function* chunks() {
    for (const turn of [1, 2]) {
      asked.push(turn);
      yield new TextEncoder().encode(`data: ${turn}\n\n`);
    }
  }
  const reading = readEvents(chunks());
  expect((await reading.next()).value).toEqual({ data: "1" });
  expect(asked).toEqual([1]);
});
