import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "@jest/globals";
import { startTunnel } from "@veil/testing";
import { createHttpClient, type HttpClient } from "./http-client.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serve(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

type Options = Parameters<typeof createHttpClient>[0];

function open(baseUrl: string, more: Partial<Options> = {}): HttpClient {
  const client = createHttpClient({ baseUrl, connections: 1, connectTimeoutMs: 10_000, ...more });
  closing.push(() => client.close());
  return client;
}

const clientOf = async (
  answer: (req: IncomingMessage, res: ServerResponse) => void,
  more: Partial<Options> = {},
) => open(await serve(createServer(answer)), more);

const GET = { path: "/", headers: {} };
const textOf = (chunk: Uint8Array) => new TextDecoder().decode(chunk);

describe("A streamed response", () => {
  test("a chunk of a streamed response arrives before the server has written the next one", async () => {
    let answer: ServerResponse | undefined;
    const client = await clientOf((_req, res) => {
      answer = res;
      res.write("first");
    });
    const { status, chunks } = await client.stream(GET, 60_000);
    expect(status).toBe(200);
    const reading = chunks[Symbol.asyncIterator]();
    expect(textOf((await reading.next()).value)).toBe("first");
    answer?.end("second");
    expect(textOf((await reading.next()).value)).toBe("second");
    expect((await reading.next()).done).toBe(true);
  });

  test("the connection closes when the reader of a stream stops before its end", async () => {
    let closed: Promise<unknown> | undefined;
    const client = await clientOf((_req, res) => {
      closed = once(res, "close");
      res.write("first");
    });
    for await (const _chunk of (await client.stream(GET, 60_000)).chunks) break;
    await closed;
  });

  test("a stream that is aborted fails as interrupted, and its connection closes", async () => {
    let closed: Promise<unknown> | undefined;
    const client = await clientOf((_req, res) => {
      closed = once(res, "close");
      res.write("first");
    });
    const { signal, abort } = abortable();
    const { chunks } = await client.stream({ ...GET, signal }, 60_000);
    const reading = chunks[Symbol.asyncIterator]();
    await reading.next();
    abort();
    await expect(reading.next()).rejects.toMatchObject({ failure: "interrupted" });
    await closed;
  });

  test.each<[string, string, (res: ServerResponse) => unknown]>([
    ["interrupted", "breaks off", (res: ServerResponse) => res.socket?.resetAndDestroy()],
    ["too_long", "is longer than allowed", (res: ServerResponse) => res.end("x".repeat(99))],
  ])("reading fails as %s when the stream %s", async (failure, _what, end) => {
    let answer: ServerResponse | undefined;
    const limits = { maxResponseBytes: 50 };
    const client = await clientOf((_req, res) => {
      answer = res;
      res.write("first");
    }, limits);
    const { chunks } = await client.stream(GET, 60_000);
    const reading = chunks[Symbol.asyncIterator]();
    await reading.next();
    if (answer) end(answer);
    await expect(reading.next()).rejects.toMatchObject({ failure });
  });

  test("reading a stream fails as timeout when the pause between two chunks is too long", async () => {
    const client = await clientOf((_req, res) => void res.write("first"));
    const { chunks } = await client.stream(GET, 100);
    const reading = chunks[Symbol.asyncIterator]();
    await reading.next();
    await expect(reading.next()).rejects.toMatchObject({ failure: "timeout" });
  });

  test("stream fails as timeout when no headers arrive", async () => {
    const client = await clientOf(() => undefined);
    await expect(client.stream(GET, 100)).rejects.toMatchObject({ failure: "timeout" });
  });

  test("a stream with an error status has no chunks, and its connection stays open", async () => {
    let connections = 0;
    const server = createServer((_req, res) => res.writeHead(503, { "retry-after": "3" }).end("x"));
    server.on("connection", () => {
      connections += 1;
    });
    const client = open(await serve(server));
    for (const _again of [1, 2]) {
      const { status, headers, chunks } = await client.stream(GET, 60_000);
      expect([status, headers["retry-after"]]).toEqual([503, "3"]);
      for await (const _chunk of chunks) throw new Error("A chunk");
    }
    expect(connections).toBe(1);
  });
});

test("the body of an error response is empty unless readStatuses contains the status", async () => {
  const answer = (_req: IncomingMessage, res: ServerResponse) => void res.writeHead(409).end("12");
  const plain = await clientOf(answer);
  const reading = await clientOf(answer, { readStatuses: [409] });
  expect(textOf((await plain.exchange(GET, 60_000)).bytes)).toBe("");
  expect(textOf((await reading.exchange(GET, 60_000)).bytes)).toBe("12");
});

test("a request with an invalid header fails as unsendable", async () => {
  const client = await clientOf((_req, res) => void res.end());
  const bad = { path: "/", headers: { authorization: "a\r\nx-evil: 1" } };
  await expect(client.exchange(bad, 60_000)).rejects.toMatchObject({ failure: "unsendable" });
});

test("with proxyUrl, the client connects through the proxy", async () => {
  const target = await serve(createServer((req, res) => res.end(req.url)));
  const tunnel = await startTunnel(Number(new URL(target).port));
  closing.push(() => void tunnel.close());
  const client = open(`${target}/base/`, { proxyUrl: tunnel.url });
  const { bytes } = await client.exchange({ path: "/v1", headers: {}, body: "{}" }, 60_000);
  expect(textOf(bytes)).toBe("/base/v1");
  expect(tunnel.asked).toEqual([new URL(target).host]);
});

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
