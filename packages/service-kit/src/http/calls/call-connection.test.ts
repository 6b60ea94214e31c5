import { afterEach, describe, expect, test } from "@jest/globals";
import { until } from "@veil/testing";
import { buildConnector } from "undici";
import {
  closeAll,
  closeLater,
  openConnection,
  request,
  startCallee,
  tokenOf,
} from "./calls-test-service.contract.ts";
import { writeCall } from "./messages.ts";
import { openWebSocket } from "./open-web-socket.ts";

afterEach(closeAll);

const callTo = (path: string, body?: object) => ({
  ...{ ...request(path, body), requestId: "" },
});

describe("The access check of a connection", () => {
  test("a caller that is not allowed gets no connection, and the log has 403", async () => {
    const callee = await startCallee();
    await expect(openConnection(callee.url, tokenOf("inference-worker"))).rejects.toThrow(
      "opened no call connection",
    );
    await until("the refusal is logged", () => callee.lines.some(({ status }) => status === 403));
  });

  test("a caller whose token belongs to another callee gets no connection, and the log has 401", async () => {
    const callee = await startCallee();
    await expect(openConnection(callee.url, Promise.resolve("a.b.c"))).rejects.toThrow(
      "opened no call connection",
    );
    await until("the refusal is logged", () => callee.lines.some(({ status }) => status === 401));
  });
});

describe("The expiry of a token", () => {
  /** Starts a callee whose clock shows that a new token expires in `leftMs`. */
  async function startWithExpiry(leftMs: number) {
    let aheadMs = 0;
    const nowMs = () => Date.now() + aheadMs;
    const callee = await startCallee({ nowMs, allowed: ["edge-gateway", "audit"] });
    const token = await tokenOf("edge-gateway");
    const [, claims = ""] = token.split(".");
    const { exp } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { exp: number };
    aheadMs = exp * 1_000 - leftMs - Date.now();
    return { callee, token, nowMs, endsMs: exp * 1_000 };
  }

  test("a connection closes when its token expires, and its call fails as interrupted", async () => {
    const { callee, token } = await startWithExpiry(300);
    const connection = await openConnection(callee.url, Promise.resolve(token));
    const sent = connection.exchange(callTo("/held"));
    await expect(sent).rejects.toMatchObject({ failure: "interrupted" });
    await connection.closed;
    await until("the call is gone", () => callee.held[0]?.context.isGone());
  });

  test("a connection on which a new token arrived stays open after the old one has expired", async () => {
    const { callee, token, nowMs, endsMs } = await startWithExpiry(500);
    const connection = await openConnection(callee.url, Promise.resolve(token));
    const sent = connection.exchange(callTo("/held"));
    connection.authenticate(await tokenOf("edge-gateway", nowMs));
    await until("the first token has expired", () => nowMs() > endsMs + 100);
    callee.held[0]?.answer({ late: true });
    expect((await sent).status).toBe(200);
  });

  test.each<[string, (nowMs: () => number) => Promise<string>]>([
    ["of another caller", (nowMs) => tokenOf("audit", nowMs)],
    ["that is not valid", async () => "a.b.c"],
  ])("a connection on which a token %s arrived closes at once", async (_what, tokenAt) => {
    const { callee, token, nowMs } = await startWithExpiry(50_000);
    const connection = await openConnection(callee.url, Promise.resolve(token));
    connection.authenticate(await tokenAt(nowMs));
    await connection.closed;
    await until("the end is logged", () =>
      callee.lines.some(({ event }) => event === "calls_expired"),
    );
  });
});

describe("The limit of a callee's silence", () => {
  test("a caller that was blocked for longer than the limit still gets its answer", async () => {
    const callee = await startCallee();
    const connection = await openConnection(callee.url);
    const silenceMs = 100;
    const sent = connection.exchange({ ...callTo("/held"), silenceMs });
    await until("the call is held", () => callee.held.length === 1);
    blockFor(3 * silenceMs);
    callee.held[0]?.answer({});
    expect((await sent).status).toBe(200);
  });

  test("200 calls that check a callee for silence at the same moment all get their answers", async () => {
    const callee = await startCallee();
    const connection = await openConnection(callee.url);
    const count = 200;
    const sent = Promise.all(
      Array.from({ length: count }, () =>
        connection.exchange({ ...callTo("/held"), silenceMs: 100 }),
      ),
    );
    sent.catch(() => undefined);
    await until("all calls are held", () => callee.held.length === count);
    blockFor(100);
    // The second of these calls follows the pings, so its answer shows that they have arrived.
    for (let turn = 0; turn < 2; turn += 1) await connection.exchange(callTo("/bytes"));
    for (const { answer } of callee.held) answer({});
    const statuses = (await sent).map(({ status }) => status);
    expect(statuses).toEqual(Array.from({ length: count }, () => 200));
  });

  /** Blocks the event loop, as a long garbage collection does. */
  function blockFor(ms: number): void {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  }
});

describe("Limits of a connection", () => {
  const connector = buildConnector({ timeout: 2_000 });

  async function openRaw(baseUrl: string) {
    const address = { baseUrl, connector, timeoutMs: 60_000 };
    const { ws, socket } = await openWebSocket(address, await tokenOf("edge-gateway"));
    closeLater(() => ws.terminate());
    const messages: Buffer[] = [];
    ws.on("message", (data) => messages.push(data as Buffer));
    ws.on("error", () => undefined);
    await until("the routes have arrived", () => messages.length === 1);
    const send = (id: number, route: number, body = "{}") =>
      ws.send(writeCall({ id, route, requestId: "" }, body));
    return { ws, socket, messages, send };
  }

  const LARGE = 2;
  const HELD = 7;

  function sendAll(send: (id: number, route: number) => void, ids: Iterable<number>): void {
    for (const id of ids) send(id, HELD);
  }

  test("from a caller that reads no answers, the callee reads no more calls; others are answered, and so is it once it reads", async () => {
    const callee = await startCallee();
    const { ws, messages, send } = await openRaw(callee.url);
    ws.pause();
    const sent = 200;
    for (let id = 0; id < sent; id += 1) {
      send(id, LARGE);
      await new Promise(setImmediate);
    }
    const other = await openConnection(callee.url);
    expect((await other.exchange(callTo("/bytes"))).status).toBe(200);
    expect(callee.calls()).toBeLessThan(sent / 2);
    ws.resume();
    await until("all are answered", () => messages.length === sent + 1);
  });

  test.each<[string, (raw: Awaited<ReturnType<typeof openRaw>>) => void]>([
    ["an id twice", ({ send }) => sendAll(send, [1, 1])],
    ["more calls than the limit", ({ send }) => sendAll(send, Array(513).keys())],
    ["a body above every limit", ({ send }) => send(1, HELD, "x".repeat(70_000))],
    ["an unknown kind of message", ({ ws }) => ws.send(Buffer.of(9))],
    [
      "a message that is shorter than its head",
      ({ ws }) => ws.send(Buffer.of(1, 0, 0, 0, 1, 0, 9, 9)),
    ],
    ["an empty message", ({ ws }) => ws.send(Buffer.alloc(0))],
    ["text", ({ ws }) => ws.send("text")],
  ])("a connection with %s is closed, and its calls are gone", async (_what, violate) => {
    const callee = await startCallee();
    const raw = await openRaw(callee.url);
    violate(raw);
    await until("it is closed", () => raw.ws.readyState === raw.ws.CLOSED);
    await until("its calls are gone", () => callee.held.every(({ context }) => context.isGone()));
  });

  test("a route that the callee does not have gets 404, and a stream 400", async () => {
    const callee = await startCallee();
    const { messages, send } = await openRaw(callee.url);
    send(1, 200);
    send(2, 6);
    await until("both are answered", () => messages.length === 3);
    expect(messages.slice(1).map((bytes) => bytes.readUInt16BE(5))).toEqual([404, 400]);
  });
});

describe("The end of a connection", () => {
  test("a callee that stops answers the calls in flight; the caller makes no more and closes the connection", async () => {
    const callee = await startCallee();
    const connection = await openConnection(callee.url);
    const sent = connection.exchange(callTo("/held"));
    await until("the call is held", () => callee.held.length === 1);
    const closed = callee.close(60_000);
    await until("the caller leaves", () => !connection.isOpen);
    expect(connection.takes("/bytes")).toBe(false);
    callee.held[0]?.answer({ last: true });
    expect((await sent).status).toBe(200);
    await Promise.all([connection.closed, closed]);
  });

  test("a route that calls leave() makes the caller use another connection", async () => {
    const callee = await startCallee();
    const connection = await openConnection(callee.url);
    const sent = connection.exchange(callTo("/held"));
    await until("the call is held", () => callee.held.length === 1);
    callee.held[0]?.leave();
    callee.held[0]?.answer({});
    expect((await sent).status).toBe(200);
    await connection.closed;
  });

  test("a retired connection closes after its last call", async () => {
    const callee = await startCallee();
    const connection = await openConnection(callee.url);
    const sent = connection.exchange(callTo("/held"));
    await until("the call is held", () => callee.held.length === 1);
    connection.retire();
    expect(connection.isOpen).toBe(false);
    callee.held[0]?.answer({});
    expect((await sent).status).toBe(200);
    await connection.closed;
  });
});
