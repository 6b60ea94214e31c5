import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "@jest/globals";
import { startTunnel } from "@veil/testing";
import { createProviderHttp, type ProviderHttp } from "./provider-http.ts";

const toClose: (() => unknown)[] = [];
afterEach(() => Promise.all(toClose.splice(0).map((close) => close())));

async function serve(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  toClose.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function open(baseUrl: string, more: { proxyUrl?: string } = {}): ProviderHttp {
  const limits = { timeoutMs: 30_000, maxResponseBytes: 100_000, connections: 1 };
  const http = createProviderHttp({ baseUrl, ...limits, ...more });
  toClose.push(() => http.close());
  return http;
}

const POST = { path: "/v1/messages", headers: { "x-api-key": "k" }, body: {}, timeoutMs: 30_000 };

interface Failure {
  readonly status?: number;
  readonly failure?: string;
  readonly retryAfterMs?: number;
}

const failureOf = (call: Promise<unknown>): Promise<Failure> =>
  call.then(
    () => ({}),
    (error: unknown) => error as Failure,
  );

test("consecutive calls use the same connection, even after an error", async () => {
  const statuses = [200, 500, 429, 400, 200];
  let connections = 0;
  const server = createServer((_req, res) => res.writeHead(statuses.shift() ?? 200).end("{}"));
  server.on("connection", () => {
    connections += 1;
  });
  const http = open(await serve(server));
  for (const expected of [undefined, "unavailable", "unavailable", "refused", undefined])
    expect((await failureOf(http.whole(POST))).failure).toBe(expected);
  expect(connections).toBe(1);
});

describe("Retry-After", () => {
  const dateIn = (ms: number) => new Date(Date.now() + ms).toUTCString();

  test.each([
    ["0", 0, 0],
    ["2", 2_000, 2_000],
    [dateIn(60_000), 40_000, 60_000],
    [dateIn(-60_000), 0, 0],
  ])("Retry-After: %p is read as %p to %p ms", async (value, least, most) => {
    const server = createServer((_req, res) => res.writeHead(429, { "retry-after": value }).end());
    const { retryAfterMs } = await failureOf(open(await serve(server)).whole(POST));
    expect(retryAfterMs).toBeGreaterThanOrEqual(least);
    expect(retryAfterMs).toBeLessThanOrEqual(most);
  });

  test("retry-after-ms has precedence over Retry-After, since OpenAI sends both", async () => {
    const headers = { "retry-after": "3", "retry-after-ms": "2400" };
    const server = createServer((_req, res) => res.writeHead(429, headers).end());
    const failure = await failureOf(open(await serve(server)).whole(POST));
    expect(failure).toMatchObject({ retryAfterMs: 2_400, status: 429 });
  });

  test.each(["soon", "-5", "1e9", "99999999999999"])(
    "Retry-After: %p is ignored",
    async (value) => {
      const server = createServer((_req, res) =>
        res.writeHead(429, { "retry-after": value }).end(),
      );
      const failure = await failureOf(open(await serve(server)).whole(POST));
      expect(failure).toMatchObject({ failure: "unavailable", retryAfterMs: undefined });
    },
  );
});

test("When the body cannot be serialized, then the request fails as refused, because no retry can succeed", async () => {
  const cyclic: { self?: object } = {};
  cyclic.self = cyclic;
  const http = open("http://127.0.0.1:9");
  expect((await failureOf(http.whole({ ...POST, body: cyclic }))).failure).toBe("refused");
});

test("When a proxy is configured, then every connection goes through the proxy", async () => {
  const answering = createServer((_req, res) => res.end('{"answer":1}'));
  const target = await serve(answering);
  const tunnel = await startTunnel(Number(new URL(target).port));
  toClose.push(() => tunnel.close());
  const http = open(target, { proxyUrl: tunnel.url });
  expect((await http.whole(POST)).value).toEqual({ answer: 1 });
  expect(tunnel.asked).toEqual([new URL(target).host]);
});
