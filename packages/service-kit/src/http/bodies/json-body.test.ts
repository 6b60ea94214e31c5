import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { until } from "@veil/testing";
import express from "express";
import request from "supertest";
import { createMetrics, silentLogger } from "../../telemetry/index.ts";
import { errorHandler } from "../errors.ts";
import { requestContext } from "../request-context.ts";
import { type Listener, listen } from "../server.ts";
import { jsonBody } from "./json-body.ts";

const LIMIT = 1_000;
let read = 0;
const app = express()
  .use(requestContext({ log: silentLogger, metrics: createMetrics("test") }))
  .post("/refused", (_req, res) => void res.status(401).json({ error: "refused" }))
  .post("/strict", jsonBody({ limitBytes: LIMIT, strictType: true }), (req, res) => {
    res.json({ body: req.body });
  })
  .post("/", jsonBody({ limitBytes: LIMIT }), (req, res) => {
    read += 1;
    res.json({ names: Object.getOwnPropertyNames(req.body), body: req.body });
  })
  .post("/optional", jsonBody({ limitBytes: LIMIT, optional: true }), (req, res) => {
    res.json({ body: req.body });
  })
  .use(errorHandler(silentLogger));

let listener: Listener;
beforeAll(async () => {
  listener = await listen(app, { host: "127.0.0.1", port: 0 });
});
afterAll(() => listener.close(0));

function post(body: string | Buffer, headers: Readonly<Record<string, string>> = {}) {
  const call = request(listener.url).post("/").set("content-type", "application/json").set(headers);
  // supertest would encode a Buffer as JSON.
  return call.serialize((bytes: unknown) => bytes as string).send(body);
}

test("If a body is optional, only a request without a body is read as an empty object", async () => {
  const to = () => request(listener.url).post("/optional").type("json");
  expect((await to()).body).toEqual({ body: {} });
  expect((await to().send("[1]")).body).toEqual({ body: [1] });
  expect((await to().send(" ")).status).toBe(400);
});

describe("A body is read", () => {
  test("with any content type", async () => {
    const response = await post('{"a":"ü"}', { "content-type": "text/plain" });
    expect(response.body).toEqual({ names: ["a"], body: { a: "ü" } });
  });

  test("with a key __proto__ left visible and without effect", async () => {
    const response = await post('{"__proto__":{"admin":true}}');
    expect(response.body.names).toEqual(["__proto__"]);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  test.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ])("when it is compressed with %s", async (encoding, compress) => {
    const response = await post(compress('{"a":1}'), { "content-encoding": encoding });
    expect(response.body.body).toEqual({ a: 1 });
  });

  test("up to its last allowed byte", async () => {
    const text = JSON.stringify("x".repeat(LIMIT - 2));
    expect((await post(text)).status).toBe(200);
    expect((await post(`${text} `)).status).toBe(400);
  });
});

describe("A body is refused", () => {
  test.each([
    ["there is none", "", {}, 400, "invalid_json"],
    ["it is no JSON", "{'a':1}", {}, 400, "invalid_json"],
    ["it is cut off", '{"a":', {}, 400, "invalid_json"],
    ["it is no UTF-8", Buffer.from([0x22, 0xc3, 0x28, 0x22]), {}, 400, "invalid_json"],
    [
      "a surrogate is encoded",
      Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
      {},
      400,
      "invalid_json",
    ],
    ["it is no gzip", "{}", { "content-encoding": "gzip" }, 400, "invalid_json"],
    [
      "the gzip is cut off",
      gzipSync('{"a":1}').subarray(0, 15),
      { "content-encoding": "gzip" },
      400,
      "invalid_json",
    ],
    ["the encoding is unknown", "{}", { "content-encoding": "zip" }, 415, "unsupported_media_type"],
    ["it is too large", "x".repeat(LIMIT + 1), {}, 400, "request_too_large"],
    [
      "it unfolds to too much",
      gzipSync(Buffer.alloc(50_000_000)),
      { "content-encoding": "gzip" },
      400,
      "request_too_large",
    ],
  ])("when %s", async (_when, body, headers, status, error) => {
    const response = await post(body, headers as Record<string, string>);
    expect([response.status, response.body.error]).toEqual([status, error]);
  });

  test("with 415 for another type, where the type matters", async () => {
    const strict = (type: string) =>
      request(listener.url).post("/strict").set("content-type", type).send("{}");
    expect((await strict("text/plain")).status).toBe(415);
    expect((await strict("application/json; charset=utf-8")).status).toBe(200);
  });
});

describe("On the wire", () => {
  test("When a body without a length passes the limit, then the answer comes while it is still sent", async () => {
    const client = await open(
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" +
        `7d0\r\n${"x".repeat(2_000)}\r\n`,
    );
    await until("the refusal is read", () => client.text().includes("request_too_large"));
    client.socket.destroy();
  });

  test("When a client keeps sending after the answer, then it is cut off within seconds", async () => {
    const client = await open("POST /refused HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\nx");
    await until("the refusal is read", () => client.text().includes("401 Unauthorized"));
    await until("the connection is closed", () => client.socket.closed);
  });

  test("When a refused body arrives whole, then its connection serves the next request", async () => {
    const large = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2000\r\n\r\n${"x".repeat(2_000)}`;
    const client = await open(large);
    await until("the refusal is read", () => client.text().includes("request_too_large"));
    client.socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}");
    await until("the second answer is read", () => client.text().includes('"body":{}'));
    client.socket.destroy();
  });

  test("When a client sends Expect: 100-continue, then it may continue only if its body is read", async () => {
    const head = "HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n";
    const refused = await open(`POST /refused ${head}`);
    await until("it is refused", () => refused.text().includes("401 Unauthorized"));
    expect(refused.text()).not.toContain("100 Continue");
    refused.socket.destroy();

    const taken = await open(`POST / ${head}`);
    await until("it may go on", () => taken.text() === "HTTP/1.1 100 Continue\r\n\r\n");
    taken.socket.write("{}");
    await until("it is answered", () => taken.text().includes('"body":{}'));
    taken.socket.destroy();
  });

  test.each(["", "Content-Encoding: gzip\r\n"])(
    "When the client goes away in the middle (%p), then no partial body is accepted",
    async (encoding) => {
      const before = read;
      const client = await open(
        `POST / HTTP/1.1\r\nHost: x\r\n${encoding}Content-Length: 99\r\n\r\n{}`,
      );
      client.socket.destroy();
      await once(client.socket, "close");
      expect((await post("{}")).status).toBe(200);
      expect(read).toBe(before + 1);
    },
  );
});

async function open(firstBytes: string): Promise<{ socket: Socket; text: () => string }> {
  const socket = connect(listener.port, "127.0.0.1");
  let received = "";
  socket.setEncoding("utf8").on("data", (text) => {
    received += text;
  });
  await once(socket, "connect");
  socket.write(firstBytes);
  return { socket, text: () => received };
}
