import { once } from "node:events";
import { createServer as createTcpServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "@jest/globals";
import { createTestTrust } from "@veil/testing";
import express, { type Express } from "express";
import { createMetrics, silentLogger } from "../../telemetry/index.ts";
import { jsonBody } from "../bodies/json-body.ts";
import { createCallerCheck, requireCaller } from "../caller.ts";
import { errorHandler } from "../errors.ts";
import { requestContext } from "../request-context.ts";
import { listen } from "../server.ts";
import { createServiceClient, type ServiceClient } from "./service-client.ts";
import { createTokenIssuer } from "./token-issuer.ts";

const { trust, keysOf } = createTestTrust();
const issuer = createTokenIssuer(keysOf("edge-gateway"));
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function clientOf(baseUrl: string): ServiceClient {
  const client = createServiceClient({ baseUrl, callee: "bridge", issuer });
  closing.push(() => client.close());
  return client;
}

async function serve(app: Express): Promise<ServiceClient> {
  const listener = await listen(app, { host: "127.0.0.1", port: 0 });
  closing.push(() => listener.close(0));
  return clientOf(listener.url);
}

async function serveTcp(onData: (socket: Socket) => void): Promise<ServiceClient> {
  const sockets = new Set<Socket>();
  const server: Server = createTcpServer((socket) => {
    sockets.add(socket.on("error", () => {}));
    socket.once("data", () => onData(socket));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as { port: number };
  return clientOf(`http://127.0.0.1:${port}`);
}

const call = { path: "/", timeoutMs: 10_000, body: {}, parse: (body: unknown) => body };

describe("Calls to a service that requires a token", () => {
  const bridge = () =>
    express()
      .use(requestContext({ log: silentLogger, metrics: createMetrics("test"), trustCaller: true }))
      .use(
        requireCaller(createCallerCheck({ service: "bridge", allowed: ["edge-gateway"], trust })),
      )
      .all("/echo", jsonBody({ limitBytes: 100 }), (req, res) => {
        res.json({ body: req.body, id: req.get("x-request-id") });
      })
      .get("/nothing", (_req, res) => void res.status(204).end())
      .use(errorHandler(silentLogger));

  test("call sends this service's token, the body and the headers, and returns the parsed response", async () => {
    const client = await serve(bridge());
    const answer = await client.call({
      ...call,
      path: "/echo",
      body: { a: 1 },
      headers: { "x-request-id": "tok_1" },
      parse: (body) => ({ parsed: body }),
    });
    expect(answer).toEqual({ parsed: { body: { a: 1 }, id: "tok_1" } });
  });

  test("callForBytes returns the unparsed response, and throws refused for an error status", async () => {
    const client = await serve(bridge());
    const { parse: _unused, ...request } = call;
    const bytes = await client.callForBytes({ ...request, path: "/echo", body: { a: 1 } });
    expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual({ body: { a: 1 } });
    const refused = client.callForBytes({ ...request, path: "/nowhere" });
    await expect(refused).rejects.toMatchObject({ failure: "refused", status: 404 });
  });

  test("call returns undefined when the response is empty", async () => {
    const client = await serve(bridge());
    const { body: _none, ...get } = call;
    expect(await client.call({ ...get, path: "/nothing" })).toBeUndefined();
  });

  test("call sends the token that it is given, and throws refused when it is another service's", async () => {
    const client = await serve(bridge());
    const token = await createTokenIssuer(keysOf("inference-worker")).tokenFor("bridge");
    const refused = client.call({ ...call, path: "/echo", token });
    await expect(refused).rejects.toMatchObject({ failure: "refused", status: 403 });
  });
});

describe("Failures of calls", () => {
  test("a call fails as not_sent when no server listens", async () => {
    const client = await serve(express());
    const closed = closing.shift();
    await closed?.();
    await expect(client.call(call)).rejects.toMatchObject({
      name: "ServiceCallError",
      failure: "not_sent",
    });
  });

  test("a call fails as not_sent when the host name does not resolve", async () => {
    const client = clientOf("http://bridge.invalid");
    await expect(client.call(call)).rejects.toMatchObject({ failure: "not_sent" });
  });

  test("a call fails as interrupted when the connection breaks after sending", async () => {
    const client = await serveTcp((socket) => socket.resetAndDestroy());
    await expect(client.call(call)).rejects.toMatchObject({ failure: "interrupted" });
  });

  test("a call fails as interrupted when the response is cut off", async () => {
    const half = 'HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"a":';
    const client = await serveTcp((socket) => socket.end(half));
    await expect(client.call(call)).rejects.toMatchObject({ failure: "interrupted" });
  });

  test.each([
    ["no response arrives", ""],
    ["the response stops in the middle", "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"],
  ])("a call fails as timeout when %s", async (_what, bytes) => {
    const client = await serveTcp((socket) => void socket.write(bytes));
    const failed = client.call({ ...call, timeoutMs: 100 });
    await expect(failed).rejects.toMatchObject({ failure: "timeout" });
  });

  test.each([400, 401, 403, 404, 500, 503, 302])(
    "a call fails as refused when the response has the status %i",
    async (status) => {
      const client = await serve(
        express().post("/", (_req, res) => void res.status(status).json({})),
      );
      await expect(client.call(call)).rejects.toMatchObject({ failure: "refused", status });
    },
  );

  test.each([
    ["not JSON", "<html>"],
    ["JSON that is cut off", '{"a":'],
    ["not accepted by parse", '"SECRET"'],
    ["empty", ""],
  ])("a call fails as malformed when the response is %s", async (_what, text) => {
    const client = await serve(express().post("/", (_req, res) => void res.send(text)));
    const parse = (body: unknown) => {
      if (typeof body !== "object") throw new Error(String(body));
    };
    const failed = client.call({ ...call, parse });
    await expect(failed).rejects.toMatchObject({
      failure: "malformed",
      message: "Call to bridge: malformed",
    });
  });

  test("a call fails as malformed when the response is not HTTP", async () => {
    const client = await serveTcp((socket) => socket.end("SSH-2.0-OpenSSH\r\n"));
    await expect(client.call(call)).rejects.toMatchObject({ failure: "malformed" });
  });

  test("when the status is 500, the error's message contains nothing from the response", async () => {
    const client = await serve(
      express().post("/", (_q, res) => void res.status(500).send("SECRET")),
    );
    await expect(client.call(call)).rejects.not.toThrow("SECRET");
  });
});
