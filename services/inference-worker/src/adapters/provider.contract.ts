import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { Message } from "@veil/contracts/inference";
import { until } from "@veil/testing";
import { type Simulator, startSimulator } from "@veil/upstream-simulator";
import {
  type Provider,
  ProviderError,
  type ProviderEvent,
  type ProviderRequest,
} from "../ports.ts";
import type { ProviderHttpOptions } from "./provider-http.ts";

interface ProviderCase {
  readonly open: (options: ProviderHttpOptions) => Provider;
  /** The expected requests in the wire format. */
  readonly path: string;
  readonly keyHeaders: Readonly<Record<string, string>>;
  readonly bodyFields: readonly string[];
  readonly userOf: (body: Record<string, unknown>) => unknown;
  /** The body for messages with a system prompt. */
  readonly withSystem: (system: string, messages: readonly object[]) => object;
}

const turn = (role: Message["role"], ...texts: readonly string[]): Message => ({
  role,
  content: texts.map((text) => ({ type: "text", text })),
});

const PROMPT = "Write to [PERSON_1] – grüße 🙂";

const REQUEST: ProviderRequest = {
  apiKey: "sk-test",
  model: "m-1",
  messages: [turn("user", PROMPT)],
  maxTokens: 64,
  temperature: 0.5,
  endUserId: "random-user",
  timeoutMs: 30_000,
};

export function describeProvider(name: string, provider: ProviderCase): void {
  describe(`${name} keeps the promises of a provider`, () => {
    let simulator: Simulator;
    let open: Provider;

    beforeAll(async () => {
      simulator = await startSimulator();
    });
    afterAll(() => simulator.close());
    beforeEach(() => {
      simulator.clear();
      simulator.setMode({});
      open = openAt(simulator.url);
    });
    afterEach(() => open.close());

    const openAt = (baseUrl: string, more: Partial<ProviderHttpOptions> = {}) =>
      provider.open({
        baseUrl,
        timeoutMs: 5_000,
        maxResponseBytes: 100_000,
        connections: 4,
        ...more,
      });

    async function failure(request: Partial<ProviderRequest> = {}): Promise<ProviderError> {
      const error = await open
        .complete({ ...REQUEST, ...request })
        .catch((cause: unknown) => cause);
      expect(error).toBeInstanceOf(ProviderError);
      return error as ProviderError;
    }

    test("an answer comes back as text, model, reason and counts", async () => {
      const answer = await open.complete(REQUEST);
      expect(answer).toEqual({
        choices: [
          {
            blocks: [{ type: "text", text: expect.stringContaining("[PERSON_1]") }],
            stop_reason: expect.stringMatching(/^(end_turn|stop)$/),
          },
        ],
        model: "m-1",
        inputTokens: 8,
        outputTokens: expect.any(Number),
      });
    });

    test("the request holds the prompt, the limits, a user id, and no other field or header", async () => {
      await open.complete(REQUEST);
      const [sent, ...others] = simulator.record();
      expect(others).toEqual([]);
      expect(sent).toMatchObject({ method: "POST", path: provider.path });
      const { host, "content-length": length, connection, ...headers } = sent?.headers ?? {};
      expect(headers).toEqual({
        "content-type": "application/json",
        "accept-encoding": "identity",
        ...provider.keyHeaders,
      });
      expect([host, length, connection].every((value) => value !== undefined)).toBe(true);
      const body = JSON.parse(sent?.body ?? "");
      expect(Object.keys(body).sort()).toEqual([...provider.bodyFields].sort());
      expect(body).toMatchObject({
        model: "m-1",
        max_tokens: 64,
        temperature: 0.5,
        messages: [{ role: "user", content: PROMPT }],
      });
      expect(provider.userOf(body)).toBe("random-user");
    });

    test("turns keep their order, roles and parts", async () => {
      const messages = [
        turn("system", "Be brief."),
        turn("user", "Who is [PERSON_1]?"),
        turn("assistant", "A customer."),
        turn("user", "Write to", "[EMAIL_1]"),
      ];
      await open.complete({ ...REQUEST, messages });
      const parts = ["Write to", "[EMAIL_1]"].map((text) => ({ type: "text", text }));
      const sent = [
        { role: "user", content: "Who is [PERSON_1]?" },
        { role: "assistant", content: "A customer." },
        { role: "user", content: parts },
      ];
      expect(JSON.parse(simulator.record()[0]?.body ?? "")).toMatchObject(
        provider.withSystem("Be brief.", sent),
      );
    });

    test("without a temperature none is sent", async () => {
      const { temperature: _, ...rest } = REQUEST;
      await open.complete(rest);
      expect(JSON.parse(simulator.record()[0]?.body ?? "")).not.toHaveProperty("temperature");
    });

    test.each([400, 401, 403, 404, 413, 418, 302, 204])("status %p is refused", async (status) => {
      simulator.setMode({ statuses: [status] });
      expect(await failure()).toMatchObject({ failure: "refused", retryAfterMs: undefined });
      expect(simulator.record()).toHaveLength(1);
    });

    test.each([429, 500, 502, 503, 529])("status %p is unavailable, once", async (status) => {
      simulator.setMode({ statuses: [status], retry_after: 7 });
      expect(await failure()).toMatchObject({ failure: "unavailable", retryAfterMs: 7_000 });
      expect(simulator.record()).toHaveLength(1);
    });

    test("an error does not repeat what the provider wrote", async () => {
      simulator.setMode({ statuses: [400] });
      const error = await failure();
      expect(`${error.message} ${error.stack} ${error.cause}`).not.toContain("PERSON_1");
    });

    test.each(["garbage", "truncated", "wrong_shape", "huge"] as const)(
      "When a %s answer has come, then it is unreadable: another call would get no other",
      async (fault) => {
        simulator.setMode({ fault });
        expect(await failure()).toMatchObject({ failure: "unreadable" });
      },
    );

    test.each(["reset", "cut", "hang", "stall", "stall_in_body"] as const)(
      "When the answer does not come to its end (%s), then the provider is unavailable, before its body and within",
      async (fault) => {
        simulator.setMode({ fault });
        expect(await failure({ timeoutMs: 500 })).toMatchObject({ failure: "unavailable" });
        expect(simulator.record()).toHaveLength(1);
      },
    );

    test("the adapter's own time-out counts when it is the shorter one", async () => {
      simulator.setMode({ fault: "hang" });
      await open.close();
      open = openAt(simulator.url, { timeoutMs: 100 });
      expect(await failure()).toMatchObject({ failure: "unavailable" });
    });

    test("a closed port is unavailable", async () => {
      const gone = await startSimulator();
      await gone.close();
      await open.close();
      open = openAt(gone.url);
      expect(await failure()).toMatchObject({ failure: "unavailable" });
    });

    test("a key that cannot stand in a header is refused and not sent", async () => {
      expect(await failure({ apiKey: "a\r\nx-evil: 1" })).toMatchObject({ failure: "refused" });
      expect(simulator.record()).toEqual([]);
    });

    test.each([
      ["/", ""],
      ["/v1", ""],
      ["/base/", "/base"],
      ["/base/v1/", "/base"],
    ])("a base URL that ends in %p calls %p and the path", async (ending, prefix) => {
      await open.close();
      open = openAt(simulator.url + ending);
      await open.complete(REQUEST).catch(() => undefined);
      expect(simulator.record()[0]?.path).toBe(prefix + provider.path);
    });

    describe("a stream", () => {
      async function eventsOf(request: Partial<ProviderRequest> = {}): Promise<ProviderEvent[]> {
        const events: ProviderEvent[] = [];
        for await (const event of open.stream({ ...REQUEST, ...request })) events.push(event);
        return events;
      }

      async function streamFailure(request: Partial<ProviderRequest> = {}) {
        const error = await eventsOf(request).catch((cause: unknown) => cause);
        expect(error).toBeInstanceOf(ProviderError);
        return error as ProviderError;
      }

      test("is the answer in pieces, between a start and a stop with the counts", async () => {
        const { choices, ...facts } = await open.complete(REQUEST);
        const events = await eventsOf();
        const pieces = events.flatMap((event) => (event.kind === "text" ? [event.text] : []));
        expect(pieces.length).toBeGreaterThan(1);
        expect(pieces.join("")).toBe(choices[0]?.blocks[0]?.text);
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

      test("asks for what a whole answer asks for, and for a stream", async () => {
        await eventsOf();
        await open.complete(REQUEST);
        const [streamed, whole] = simulator.record().map(({ body }) => JSON.parse(body));
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
      ] as const)("with %j is %s", async (mode, kind) => {
        simulator.setMode({ ...mode });
        const { failure: found, retryAfterMs } = await streamFailure({ timeoutMs: 1_000 });
        expect(found).toBe(kind);
        expect(retryAfterMs).toBe("retry_after" in mode ? 7_000 : undefined);
        expect(simulator.record()).toHaveLength(1);
      });

      test("longer than the limit is unreadable", async () => {
        await open.close();
        open = openAt(simulator.url, { maxResponseBytes: 300 });
        expect(await streamFailure()).toMatchObject({ failure: "unreadable" });
      });

      test("When its reader leaves, or the request is aborted, then the provider sees it end", async () => {
        simulator.setMode({ pace_ms: 60_000 });
        for await (const _event of open.stream(REQUEST)) break;
        await until("the first has ended", () => simulator.record()[0]?.ended === true);
        const controller = new AbortController();
        const aborted = streamFailure({ signal: controller.signal });
        await until("the second is asked", () => simulator.record().length === 2);
        controller.abort();
        expect(await aborted).toMatchObject({ failure: "unavailable" });
        await until("the second has ended", () => simulator.record()[1]?.ended === true);
      });
    });

    test("closing aborts a call in flight", async () => {
      simulator.setMode({ fault: "hang" });
      const pending = failure();
      await open.close();
      expect(await pending).toMatchObject({ failure: "unavailable" });
    });
  });
}
