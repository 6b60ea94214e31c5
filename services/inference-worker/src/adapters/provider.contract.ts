import { describe, expect, test } from "@jest/globals";
import { startSimulator } from "@veil/upstream-simulator";
import { ProviderError, type ProviderRequest } from "../ports.ts";
import {
  PROMPT,
  type ProviderCase,
  providerBench,
  REQUEST,
  timeLimitFor,
  turn,
} from "./provider-bench.contract.ts";
import { describeStream } from "./provider-stream.contract.ts";

export function describeProvider(name: string, provider: ProviderCase): void {
  describe(`Provider: ${name}`, () => {
    const bench = providerBench(provider);

    async function failure(request: Partial<ProviderRequest> = {}): Promise<ProviderError> {
      const error = await bench.provider
        .complete({ ...REQUEST, ...request })
        .catch((cause: unknown) => cause);
      expect(error).toBeInstanceOf(ProviderError);
      return error as ProviderError;
    }

    test("a response is returned as text, model, stop reason and token counts", async () => {
      const answer = await bench.provider.complete(REQUEST);
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

    test("the request contains the prompt, the limits and a user id, and no other field or header", async () => {
      await bench.provider.complete(REQUEST);
      const [sent, ...others] = bench.simulator.record();
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

    test("messages are sent with their order, roles and parts", async () => {
      const messages = [
        turn("system", "Be brief."),
        turn("user", "Who is [PERSON_1]?"),
        turn("assistant", "A customer."),
        turn("user", "Write to", "[EMAIL_1]"),
      ];
      await bench.provider.complete({ ...REQUEST, messages });
      const parts = ["Write to", "[EMAIL_1]"].map((text) => ({ type: "text", text }));
      const sent = [
        { role: "user", content: "Who is [PERSON_1]?" },
        { role: "assistant", content: "A customer." },
        { role: "user", content: parts },
      ];
      expect(JSON.parse(bench.simulator.record()[0]?.body ?? "")).toMatchObject(
        provider.withSystem("Be brief.", sent),
      );
    });

    test("a request without a temperature sends none", async () => {
      const { temperature: _, ...rest } = REQUEST;
      await bench.provider.complete(rest);
      expect(JSON.parse(bench.simulator.record()[0]?.body ?? "")).not.toHaveProperty("temperature");
    });

    test.each(provider.options)(
      "the parameters %j are sent in the fields of the wire format",
      async (options, sent) => {
        await bench.provider.complete({ ...REQUEST, options });
        const body = JSON.parse(bench.simulator.record()[0]?.body ?? "");
        const fields = Object.keys(sent);
        expect(Object.keys(body).sort()).toEqual([...provider.bodyFields, ...fields].sort());
        expect(body).toMatchObject(sent);
      },
    );

    test("a refusal is returned as text", async () => {
      bench.simulator.setMode({ refusal: true, answer: "I cannot help." });
      const blocks = [{ type: "text", text: "I cannot help." }];
      expect(await bench.provider.complete(REQUEST)).toMatchObject({ choices: [{ blocks }] });
    });

    test("thoughts are omitted from the response", async () => {
      const { choices } = await bench.provider.complete(REQUEST);
      bench.simulator.setMode({ thinking: true });
      expect((await bench.provider.complete(REQUEST)).choices).toEqual(choices);
    });

    test.each([400, 401, 403, 404, 413, 418, 302, 204])(
      "status %p fails as refused",
      async (status) => {
        bench.simulator.setMode({ statuses: [status] });
        expect(await failure()).toMatchObject({
          failure: "refused",
          status,
          retryAfterMs: undefined,
        });
        expect(bench.simulator.record()).toHaveLength(1);
      },
    );

    test.each([429, 500, 502, 503, 529])(
      "status %p fails as unavailable after a single request",
      async (status) => {
        bench.simulator.setMode({ statuses: [status], retry_after: 7 });
        expect(await failure()).toMatchObject({
          failure: "unavailable",
          status,
          retryAfterMs: 7_000,
        });
        expect(bench.simulator.record()).toHaveLength(1);
      },
    );

    test("an error does not contain the provider's text", async () => {
      bench.simulator.setMode({ statuses: [400] });
      const error = await failure();
      expect(`${error.message} ${error.stack} ${error.cause}`).not.toContain("PERSON_1");
    });

    test.each(["garbage", "truncated", "wrong_shape", "huge"] as const)(
      "when a complete response is %s, the call fails as unreadable",
      async (fault) => {
        bench.simulator.setMode({ fault });
        expect(await failure()).toMatchObject({ failure: "unreadable" });
      },
    );

    test.each([
      ["reset", undefined],
      ["cut", undefined],
      ["hang", "timed_out"],
      ["stall", "timed_out"],
      ["stall_in_body", "timed_out"],
    ] as const)(
      "when the response does not complete (%s), the call fails as unavailable, and the error distinguishes a time-out from a lost connection",
      async (fault, unanswered) => {
        bench.simulator.setMode({ fault });
        const failed = await failure({ timeoutMs: timeLimitFor({ fault }) });
        expect(failed).toMatchObject({ failure: "unavailable", status: undefined, unanswered });
        expect(failed.isUnprocessed).toBe(false);
        expect(bench.simulator.record()).toHaveLength(1);
      },
    );

    test("the adapter's time-out applies when it is shorter than the call's", async () => {
      bench.simulator.setMode({ fault: "hang" });
      await bench.reopen(bench.simulator.url, { timeoutMs: 100 });
      expect(await failure()).toMatchObject({ failure: "unavailable" });
    });

    test("a call to a closed port fails as unavailable and not sent", async () => {
      const gone = await startSimulator();
      await gone.close();
      await bench.reopen(gone.url);
      expect(await failure()).toMatchObject({ failure: "unavailable", unanswered: "not_sent" });
    });

    test("a key that is invalid in a header fails as refused and is not sent", async () => {
      expect(await failure({ apiKey: "a\r\nx-evil: 1" })).toMatchObject({
        ...{ failure: "refused", unanswered: "not_sent" },
      });
      expect(bench.simulator.record()).toEqual([]);
    });

    test.each([
      ["/", ""],
      ["/v1", ""],
      ["/base/", "/base"],
      ["/base/v1/", "/base"],
    ])("a base URL that ends in %p calls paths under %p", async (ending, prefix) => {
      await bench.reopen(bench.simulator.url + ending);
      await bench.provider.complete(REQUEST).catch(() => undefined);
      expect(bench.simulator.record()[0]?.path).toBe(prefix + provider.path);
    });

    describe("models", () => {
      const access = { apiKey: "sk-test", timeoutMs: 30_000 };

      test("models are requested with the key, and models whose id does not look like a name are omitted", async () => {
        bench.simulator.setMode({ models: ["m-1", "org/m-2", "write to [PERSON_1]"] });
        const listed = await bench.provider.models(access);
        expect(listed).toEqual(
          ["m-1", "org/m-2"].map((id) => ({
            id,
            created: expect.any(Number),
            ...provider.modelOf(id),
          })),
        );
        const [{ method, path, headers } = { headers: {} }, ...others] = bench.simulator.record();
        expect(others).toEqual([]);
        expect([method, path?.split("?")[0]]).toEqual(["GET", "/v1/models"]);
        expect(headers).toMatchObject(provider.keyHeaders);
      });

      test.each([
        [{ statuses: [401] }, "refused", 401],
        [{ statuses: [429], retry_after: 7 }, "unavailable", 429],
        [{ fault: "hang" }, "unavailable", undefined],
        [{ fault: "garbage" }, "unreadable", undefined],
        [{ fault: "wrong_shape" }, "unreadable", undefined],
      ] as const)("a request for models with %j fails as %s", async (mode, kind, status) => {
        bench.simulator.setMode({ ...mode });
        const error = await bench.provider
          .models({ ...access, timeoutMs: timeLimitFor(mode) })
          .catch((cause) => cause);
        expect(error).toBeInstanceOf(ProviderError);
        expect(error).toMatchObject({ failure: kind, status });
      });
    });

    describeStream(bench);

    test("closing the provider aborts a call in flight", async () => {
      bench.simulator.setMode({ fault: "hang" });
      const pending = failure();
      await bench.provider.close();
      expect(await pending).toMatchObject({ failure: "unavailable" });
    });
  });
}
