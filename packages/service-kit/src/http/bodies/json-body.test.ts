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
  // Replaces supertest's serializer, which would encode a Buffer as JSON.
  return call.serialize((bytes: unknown) => bytes as string).send(body);
}

test("An optional body is {} if the request has none; a body of white space is still refused", async () => {
  const to = () => request(listener.url).post("/optional").type("json");
  expect((await to()).body).toEqual({ body: {} });
  expect((await to().send("[1]")).body).toEqual({ body: [1] });
  expect((await to().send(" ")).status).toBe(400);
});

describe("Accepted bodies", () => {
  test("a body with the content type text/plain is parsed as JSON", async () => {
    const response = await post('{"a":"ü"}', { "content-type": "text/plain" });
    expect(response.body).toEqual({ names: ["a"], body: { a: "ü" } });
  });

  test("a key __proto__ in a body becomes an own property and does not change the prototype", async () => {
    const response = await post('{"__proto__":{"admin":true}}');
    expect(response.body.names).toEqual(["__proto__"]);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  test.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ])("a body that is compressed with %s is decompressed", async (encoding, compress) => {
    const response = await post(compress('{"a":1}'), { "content-encoding": encoding });
    expect(response.body.body).toEqual({ a: 1 });
  });

  test("a body of exactly limitBytes is accepted, and one byte more is refused", async () => {
    const text = JSON.stringify("x".repeat(LIMIT - 2));
    expect((await post(text)).status).toBe(200);
    expect((await post(`${text} `)).status).toBe(400);
  });
});

describe("Refused bodies", () => {
  test.each([
    ["there is no body", "", {}, 400, "invalid_json"],
    ["the body is not JSON", "{'a':1}", {}, 400, "invalid_json"],
    ["the body is cut off", '{"a":', {}, 400, "invalid_json"],
    ["the body is not UTF-8", Buffer.from([0x22, 0xc3, 0x28, 0x22]), {}, 400, "invalid_json"],
    [
      "the body contains an encoded surrogate",
      Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
      {},
      400,
      "invalid_json",
    ],
    ["the body is not gzip", "{}", { "content-encoding": "gzip" }, 400, "invalid_json"],
    [
      "the gzip is cut off",
      gzipSync('{"a":1}').subarray(0, 15),
      { "content-encoding": "gzip" },
      400,
      "invalid_json",
    ],
    ["the encoding is unknown", "{}", { "content-encoding": "zip" }, 415, "unsupported_media_type"],
    ["the body is too large", "x".repeat(LIMIT + 1), {}, 400, "request_too_large"],
    [
      "the decompressed body is too large",
      gzipSync(Buffer.alloc(50_000_000)),
      { "content-encoding": "gzip" },
      400,
      "request_too_large",
    ],
  ])("a request is refused when %s", async (_when, body, headers, status, error) => {
    const response = await post(body, headers as Record<string, string>);
    expect([response.status, response.body.error]).toEqual([status, error]);
  });

  test("with strictType, the content type text/plain is refused with 415", async () => {
    const strict = (type: string) =>
      request(listener.url).post("/strict").set("content-type", type).send("{}");
    expect((await strict("text/plain")).status).toBe(415);
    expect((await strict("application/json; charset=utf-8")).status).toBe(200);
  });
});

describe("jsonBody on a real connection", () => {
  test("a chunked body that exceeds the limit is refused before the client has sent all of it", async () => {
    const client = await open(
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" +
        `7d0\r\n${"x".repeat(2_000)}\r\n`,
    );
    await until("the refusal is read", () => client.text().includes("request_too_large"));
    client.socket.destroy();
  });

  test("a client that has received its response but does not finish its body is disconnected within seconds", async () => {
    const client = await open("POST /refused HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\nx");
    await until("the refusal is read", () => client.text().includes("401 Unauthorized"));
    await until("the connection is closed", () => client.socket.closed);
  });

  test("the connection stays usable after a refused body that arrived completely", async () => {
    const large = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2000\r\n\r\n${"x".repeat(2_000)}`;
    const client = await open(large);
    await until("the refusal is read", () => client.text().includes("request_too_large"));
    client.socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}");
    await until("the second answer is read", () => client.text().includes('"body":{}'));
    client.socket.destroy();
  });

  test("a client that sends Expect: 100-continue gets 100 only if a handler reads the body", async () => {
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
    "a partial body is not accepted when the client disconnects (additional header: %p)",
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
