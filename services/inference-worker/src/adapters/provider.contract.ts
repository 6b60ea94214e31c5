import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { type Simulator, startSimulator } from "@veil/upstream-simulator";
import { type Provider, ProviderError, type ProviderRequest } from "../ports.ts";
import type { ProviderHttpOptions } from "./provider-http.ts";

interface ProviderCase {
  readonly open: (options: ProviderHttpOptions) => Provider;
  /** The wire format's own way of saying what every provider is told. */
  readonly path: string;
  readonly keyHeaders: Readonly<Record<string, string>>;
  readonly bodyFields: readonly string[];
  readonly userOf: (body: Record<string, unknown>) => unknown;
}

const REQUEST: ProviderRequest = {
  apiKey: "sk-test",
  model: "m-1",
  prompt: "Write to [PERSON_1] – grüße 🙂",
  maxTokens: 64,
  temperature: 0.5,
  endUserId: "random-user",
  timeoutMs: 30_000,
};

/** What every adapter of `Provider` does, against a server that really speaks its wire format. */
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
        text: expect.stringContaining("[PERSON_1]"),
        model: "m-1",
        stopReason: expect.stringMatching(/^(end_turn|stop)$/),
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
        messages: [{ role: "user", content: REQUEST.prompt }],
      });
      expect(provider.userOf(body)).toBe("random-user");
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
        expect(await failure({ timeoutMs: 1_000 })).toMatchObject({ failure: "unavailable" });
        expect(simulator.record()).toHaveLength(1);
      },
    );

    test("the adapter's own time-out counts when it is the shorter one", async () => {
      simulator.setMode({ fault: "hang" });
      await open.close();
      open = openAt(simulator.url, { timeoutMs: 100 });
      expect(await failure()).toMatchObject({ failure: "unavailable" });
    });

    test("nobody listening is unavailable", async () => {
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

    test("closing breaks off a call in hand", async () => {
      simulator.setMode({ fault: "hang" });
      const pending = failure();
      await open.close();
      expect(await pending).toMatchObject({ failure: "unavailable" });
    });
  });
}
