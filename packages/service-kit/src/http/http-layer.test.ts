import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { until } from "@veil/testing";
import { createTestCa, createTlsFolder } from "@veil/testing/tls";
import express, { type Response } from "express";
import { createMetrics, silentLogger } from "../telemetry/index.ts";
import { openPublicTls } from "../tls/index.ts";
import { jsonBody } from "./bodies/json-body.ts";
import { errorHandler } from "./errors.ts";
import { requestContext } from "./request-context.ts";
import { type Listener, listen } from "./server.ts";

const held: Response[] = [];
const reached: string[] = [];
const app = express()
  .use((req, _res, next) => {
    reached.push(req.url);
    next();
  })
  .use(requestContext({ log: silentLogger, metrics: createMetrics("test") }))
  .get("/held", (_req, res) => void held.push(res))
  .post("/body", jsonBody({ limitBytes: 1_000 }), (_req, res) => void res.json({}))
  .get("/", (_req, res) => void res.end("ok"))
  .use(errorHandler(silentLogger));

let listener: Listener;
beforeAll(async () => {
  listener = await listen(app, { host: "127.0.0.1", port: 0 });
});
afterAll(() => listener.close(0));

async function open(to: Listener, firstBytes: string): Promise<Client> {
  const socket = connect(to.port, "127.0.0.1");
  let received = "";
  socket.setEncoding("utf8").on("data", (text) => {
    received += text;
  });
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(firstBytes);
  return { socket, text: () => received, closed: () => socket.closed };
}

interface Client {
  readonly socket: Socket;
  readonly text: () => string;
  readonly closed: () => boolean;
}

async function answerTo(bytes: string, to = listener) {
  const client = await open(to, bytes);
  await until("the connection is closed", client.closed);
  const [head = "", body = ""] = client.text().split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), head: head.toLowerCase(), body };
}

const HOST = "Host: x\r\n";

describe("Requests that Node's HTTP layer refuses", () => {
  // @spec DEC-5
  test.each([
    [
      "headers that are too large",
      `GET / HTTP/1.1\r\n${HOST}a: ${"x".repeat(20_000)}\r\n\r\n`,
      431,
      "headers_too_large",
    ],
    [
      "an unknown expectation",
      `GET / HTTP/1.1\r\n${HOST}Expect: tea\r\n\r\n`,
      417,
      "expectation_failed",
    ],
    ["bytes that are not HTTP", "hello\r\n\r\n", 400, "bad_request"],
    ["an unknown method", `BREW / HTTP/1.1\r\n${HOST}\r\n`, 400, "bad_request"],
    [
      "two lengths",
      `POST / HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`,
      400,
      "bad_request",
    ],
    [
      "both Content-Length and chunked encoding",
      `POST / HTTP/1.1\r\n${HOST}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
      400,
      "bad_request",
    ],
    [
      "a broken chunk of a body that is being read",
      `POST /body HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
      400,
      "bad_request",
    ],
    ["no Host header", "GET / HTTP/1.1\r\n\r\n", 400, "bad_request"],
    ["two Host headers", `GET / HTTP/1.1\r\n${HOST}host: y\r\n\r\n`, 400, "bad_request"],
    ["the method CONNECT", `CONNECT x:443 HTTP/1.1\r\n${HOST}\r\n`, 400, "bad_request"],
  ])(
    "a request with %s gets a JSON error, and its connection is closed",
    async (_what, bytes, status, error) => {
      reached.length = 0;
      const answer = await answerTo(bytes);
      expect([answer.status, JSON.parse(answer.body)]).toEqual([
        status,
        { error, message: expect.any(String) },
      ]);
      for (const header of [
        "content-type: application/json; charset=utf-8",
        `content-length: ${Buffer.byteLength(answer.body)}`,
        "connection: close",
        "cache-control: no-store",
        "x-content-type-options: nosniff",
      ])
        expect(answer.head).toContain(header);
      expect(reached.filter((url) => url !== "/body")).toEqual([]);
    },
  );

  // @spec DEC-5
  test("a request whose headers do not arrive in time gets 408 request_timeout", async () => {
    const hurried = await listen(express(), { host: "127.0.0.1", port: 0 }, undefined, {
      headersTimeoutMs: 50,
    });
    const answer = await answerTo("GET / HTTP/1.1\r\nHo", hurried);
    expect([answer.status, JSON.parse(answer.body).error]).toEqual([408, "request_timeout"]);
    await hurried.close(0);
  });

  test("an HTTP/1.0 request without a Host header is accepted", async () => {
    expect(await answerTo("GET / HTTP/1.0\r\n\r\n")).toMatchObject({ status: 200, body: "ok" });
  });
});

describe("Unreadable data after a request", () => {
  test("garbage after a request in progress closes the connection without another response", async () => {
    held.length = 0;
    const client = await open(listener, `GET /held HTTP/1.1\r\n${HOST}\r\ngarbage\r\n\r\n`);
    await until("the connection is closed", client.closed);
    expect(client.text()).toBe("");
  });

  test("garbage after a complete response gets a separate 400", async () => {
    const client = await open(listener, `GET / HTTP/1.1\r\n${HOST}\r\n`);
    await until("the first is answered", () => client.text().endsWith("ok"));
    client.socket.write("garbage\r\n\r\n");
    await until("the connection is closed", client.closed);
    expect(client.text().match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 400"]);
  });

  test("plain HTTP to a TLS port closes the connection without a plaintext response", async () => {
    const authority = await createTestCa();
    const { remove, ...files } = createTlsFolder(await authority.issue({ ips: ["127.0.0.1"] }));
    const source = openPublicTls({ files, reloadMs: 600_000 }, { log: silentLogger });
    const address = { host: "127.0.0.1", port: 0 };
    const secure = await listen(app, address, { kind: "public", source });
    const client = await open(secure, `GET / HTTP/1.1\r\n${HOST}\r\n`);
    await until("the connection is closed", client.closed);
    expect(client.text()).not.toContain("HTTP");
    await secure.close(0);
    source.close();
    remove();
  });
});

describe("A server with a list of allowed hosts", () => {
  const allowedHosts = ["localhost:8080", "[::1]:8080", "gateway.example"];
  let listed: Listener;
  beforeAll(async () => {
    listed = await listen(app, { host: "127.0.0.1", port: 0, allowedHosts });
  });
  afterAll(() => listed.close(0));
  const statusFor = async (host: string) => {
    const request = `GET / HTTP/1.1\r\nConnection: close\r\nHost: ${host}\r\n\r\n`;
    const { status, body } = await answerTo(request, listed);
    return [status, status === 200 ? body : JSON.parse(body).error];
  };

  test.each([
    "localhost:8080",
    "LOCALHOST:8080",
    "[::1]:8080",
    "gateway.example",
    "gateway.example:443",
  ])("a request with the Host %s is served", async (host) =>
    expect(await statusFor(host)).toEqual([200, "ok"]),
  );

  // @spec DEC-5
  test.each([
    "rebound.example:8080",
    "localhost",
    "localhost:80",
    "localhost.rebound.example:8080",
    "gateway.example.org",
    "[::1]",
    "",
  ])("a request with the Host %p gets 400 bad_request and reaches no route", async (host) => {
    reached.length = 0;
    expect(await statusFor(host)).toEqual([400, "bad_request"]);
    expect(reached).toEqual([]);
  });

  test("an HTTP/1.0 request without a Host header is refused if there is a list of allowed hosts", async () => {
    expect((await answerTo("GET / HTTP/1.0\r\n\r\n", listed)).status).toBe(400);
  });
});
