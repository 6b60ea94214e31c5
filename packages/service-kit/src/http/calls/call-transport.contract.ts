import { afterEach, describe, expect, test } from "@jest/globals";
import { createTcpProxy, until } from "@veil/testing";
import type { WholeResponse } from "../client/http-client.ts";
import {
  closeAll,
  closeLater,
  startCallee,
  type TestCallee,
} from "./calls-test-service.contract.ts";
import type { WaitLimits } from "./pending-calls.ts";

interface TestCall extends Partial<WaitLimits> {
  readonly path: string;
  readonly body?: string;
  readonly requestId?: string;
}

export type SendCall = (call: TestCall) => Promise<WholeResponse>;

/** The duties of HTTP and of call connections towards callers and routes. */
export function describeCallTransport(
  name: string,
  open: (url: string) => Promise<SendCall>,
): void {
  describe(`Calls over ${name}`, () => {
    afterEach(closeAll);

    async function start(): Promise<{ readonly callee: TestCallee; readonly send: SendCall }> {
      const callee = await startCallee();
      return { callee, send: await open(callee.url) };
    }

    async function answerOf(call: TestCall): Promise<readonly [number, unknown]> {
      const { send } = await start();
      const { status, bytes } = await send(call);
      const text = Buffer.from(bytes).toString();
      return [status, text === "" ? undefined : JSON.parse(text)];
    }

    test.each<[string, TestCall, unknown]>([
      ["JSON with any letters", { path: "/echo", body: '{"a":"ä€𝄞"}' }, { a: "ä€𝄞" }],
      ["bytes that the route returns", { path: "/bytes" }, { bytes: true }],
      ["a megabyte", { path: "/large" }, { large: "x".repeat(1_000_000) }],
    ])("the caller receives %s with status 200", async (_what, call, answer) => {
      expect(await answerOf(call)).toEqual([200, answer]);
    });

    test.each<[string, TestCall, number]>([
      ["an ApiError of the route", { path: "/busy" }, 503],
      ["an unknown error of the route", { path: "/broken" }, 500],
      ["a body that is not JSON", { path: "/echo", body: "{" }, 400],
      ["a body with a key twice", { path: "/echo", body: '{"a":1,"a":2}' }, 400],
      ["a body above the route's limit", { path: "/echo", body: `"${"x".repeat(2_000)}"` }, 400],
    ])("the status for %s reaches the caller, without a body", async (_what, call, status) => {
      expect(await answerOf(call)).toEqual([status, undefined]);
    });

    test("the route gets the caller's request id", async () => {
      const [, context] = await answerOf({ path: "/context", requestId: "tok_1" });
      expect(context).toEqual({ requestId: "tok_1" });
    });

    test("a call leaves one log line with its route, status and request id, and one observation", async () => {
      const { callee, send } = await start();
      await send({ path: "/busy", requestId: "tok_1" });
      const ended = () => callee.lines.filter(({ event }) => event === "request");
      await until("the call is logged", () => ended().some(({ route }) => route === "/busy"));
      const [line] = ended().filter(({ route }) => route === "/busy");
      const duration_ms = expect.any(Number);
      const fields = { method: "POST", route: "/busy", status: 503, duration_ms };
      const always = { level: "info", service: "bridge", time: expect.any(String) };
      expect(line).toEqual({ ...always, event: "request", request_id: "tok_1", ...fields });
      expect(await callee.observed("/busy")).toEqual([
        { labels: { method: "POST", route: "/busy", status: 503 }, count: 1 },
      ]);
    });

    test("a caller that aborts gets interrupted, the route's signal aborts, and the log has 499", async () => {
      const { callee, send } = await start();
      const controller = new AbortController();
      const sent = send({ path: "/held", signal: controller.signal });
      sent.catch(() => undefined);
      await until("the call is held", () => callee.held.length === 1);
      const gone = callee.held[0]?.context.gone();
      controller.abort();
      await expect(sent).rejects.toMatchObject({ name: "HttpError", failure: "interrupted" });
      await until("the route's signal has aborted", () => gone?.aborted);
      callee.held[0]?.answer({});
      await until("499 is logged", () => callee.lines.some(({ status }) => status === 499));
    });

    test("a call without an answer in its time fails as timeout, and the route's signal aborts", async () => {
      const { callee, send } = await start();
      const sent = send({ path: "/held", timeoutMs: 100 });
      await expect(sent).rejects.toMatchObject({ failure: "timeout" });
      await until("the route's signal has aborted", () => callee.held[0]?.context.isGone());
    });

    test("a call that has not been answered delays no other", async () => {
      const { callee, send } = await start();
      const first = send({ path: "/held" });
      await until("the first is held", () => callee.held.length === 1);
      expect((await send({ path: "/bytes" })).status).toBe(200);
      callee.held[0]?.answer({ first: true });
      expect(JSON.parse(Buffer.from((await first).bytes).toString())).toEqual({ first: true });
    });

    test("a call fails as interrupted when its callee is killed", async () => {
      const { callee, send } = await start();
      const sent = send({ path: "/held" });
      sent.catch(() => undefined);
      await until("the call is held", () => callee.held.length === 1);
      await callee.close(0);
      await expect(sent).rejects.toMatchObject({ failure: "interrupted" });
    });

    test("a call to a callee that has frozen fails as timeout after silenceMs", async () => {
      const callee = await startCallee();
      const proxy = await createTcpProxy({ host: "127.0.0.1", port: callee.port });
      closeLater(() => proxy.cut());
      const send = await open(`http://127.0.0.1:${proxy.port}`);
      await send({ path: "/bytes" });
      proxy.hold();
      const sent = send({ path: "/held", silenceMs: 100 });
      await expect(sent).rejects.toMatchObject({ failure: "timeout" });
    });
  });
}
