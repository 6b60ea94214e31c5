import { describe, expect, test } from "@jest/globals";
import { until } from "@veil/testing";
import { ProviderError, type ProviderEvent, type ProviderRequest } from "../ports.ts";
import { type ProviderBench, REQUEST, timeLimitFor } from "./provider-bench.contract.ts";

export function describeStream(bench: ProviderBench): void {
  describe("a stream", () => {
    async function eventsOf(request: Partial<ProviderRequest> = {}): Promise<ProviderEvent[]> {
      const events: ProviderEvent[] = [];
      for await (const event of bench.provider.stream({ ...REQUEST, ...request }))
        events.push(event);
      return events;
    }

    async function streamFailure(request: Partial<ProviderRequest> = {}) {
      const error = await eventsOf(request).catch((cause: unknown) => cause);
      expect(error).toBeInstanceOf(ProviderError);
      return error as ProviderError;
    }

    test("a stream has the pieces of the response between a start event and a stop event with the token counts", async () => {
      const { choices, ...facts } = await bench.provider.complete(REQUEST);
      const events = await eventsOf();
      const pieces = events.flatMap((event) => (event.kind === "text" ? [event.text] : []));
      expect(pieces.length).toBeGreaterThan(1);
      expect([{ type: "text", text: pieces.join("") }]).toEqual(choices[0]?.blocks);
      const kinds = events.map(({ kind }) => kind).filter((kind) => kind !== "ping");
      expect([...new Set(kinds)]).toEqual(["start", "block_start", "text", "block_stop", "stop"]);
      expect(events[0]).toMatchObject({ kind: "start", model: facts.model });
      expect(events.at(-1)).toEqual({
        kind: "stop",
        stopReason: choices[0]?.stop_reason,
        inputTokens: facts.inputTokens,
        outputTokens: facts.outputTokens,
      });
    });

    test.each([
      { chunk_bytes: 1 },
      { crlf: true },
      { pings: true },
      { thinking: true },
      { refusal: true },
    ] as const)("a stream with %j has the same text as a stream without it", async (mode) => {
      const text = (events: readonly ProviderEvent[]) =>
        events.map((event) => (event.kind === "text" ? event.text : "")).join("");
      const plain = await eventsOf();
      bench.simulator.setMode({ ...mode });
      const events = await eventsOf();
      expect(text(events)).toBe(text(plain));
      const blocks = events.filter(({ kind }) => /^block/.test(kind));
      expect(blocks).toEqual([
        { kind: "block_start", index: 0 },
        { kind: "block_stop", index: 0 },
      ]);
    });

    test("a streamed call sends the same request as a whole one, plus stream: true", async () => {
      await eventsOf();
      await bench.provider.complete(REQUEST);
      const [streamed, whole] = bench.simulator.record().map(({ body }) => JSON.parse(body));
      expect(streamed).toMatchObject({ ...whole, stream: true });
    });

    test.each([
      [{ statuses: [400] }, "refused"],
      [{ statuses: [503], retry_after: 7 }, "unavailable"],
      [{ fault: "reset" }, "unavailable"],
      [{ fault: "hang" }, "unavailable"],
      [{ fault: "stall" }, "unavailable"],
      [{ fault: "cut" }, "unavailable"],
      [{ fault: "error_event" }, "unavailable"],
      [{ fault: "garbage_event" }, "unreadable"],
    ] as const)("a stream with %j fails as %s", async (mode, kind) => {
      bench.simulator.setMode({ ...mode });
      const error = await streamFailure({ timeoutMs: timeLimitFor(mode) });
      expect(error.failure).toBe(kind);
      expect(error.retryAfterMs).toBe("retry_after" in mode ? 7_000 : undefined);
      if ("statuses" in mode) expect(error.status).toBe(mode.statuses[0]);
      expect(bench.simulator.record()).toHaveLength(1);
    });

    test.each(["hang", "stall"] as const)(
      "a stream that pauses for longer than the adapter's time-out (%s) fails with a time-out",
      async (fault) => {
        await bench.reopen(bench.simulator.url, { timeoutMs: 100 });
        bench.simulator.setMode({ fault });
        expect(await streamFailure()).toMatchObject({ unanswered: "timed_out" });
      },
    );

    test("a stream that is longer than the limit fails as unreadable", async () => {
      await bench.reopen(bench.simulator.url, { maxResponseBytes: 300 });
      expect(await streamFailure()).toMatchObject({ failure: "unreadable" });
    });

    test("when the reader stops early or the request is aborted, the connection to the provider is closed", async () => {
      bench.simulator.setMode({ pace_ms: 60_000 });
      for await (const _event of bench.provider.stream(REQUEST)) break;
      await until("the first has ended", () => bench.simulator.record()[0]?.ended === true);
      const controller = new AbortController();
      const aborted = streamFailure({ signal: controller.signal });
      await until("the second request has arrived", () => bench.simulator.record().length === 2);
      controller.abort();
      expect(await aborted).toMatchObject({ failure: "unavailable" });
      await until("the second has ended", () => bench.simulator.record()[1]?.ended === true);
    });
  });
}
