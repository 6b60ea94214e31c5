import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { Duplex } from "node:stream";
import { afterEach, expect, test } from "@jest/globals";
import { createEngineHttp } from "./engine-http.ts";

const toClose: (() => unknown)[] = [];
afterEach(() => {
  for (const close of toClose.splice(0).reverse()) close();
});

async function serve(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  toClose.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("With a proxy, every connection goes through it", async () => {
  const target = await serve(createServer((_req, res) => res.end('{"answer":1}')));
  const tunnelled: string[] = [];
  const proxy = createServer().on("connect", (req, socket: Duplex) => {
    tunnelled.push(req.url ?? "");
    const upstream = connect(Number(new URL(target).port), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      upstream.pipe(socket).pipe(upstream);
    });
    toClose.push(
      () => upstream.destroy(),
      () => socket.destroy(),
    );
  });
  const proxyUrl = await serve(proxy);
  const http = createEngineHttp({
    baseUrl: target,
    connections: 1,
    maxResponseBytes: 1_024,
    proxyUrl,
  });
  toClose.push(() => http.close());
  expect(await http.post("/v1", {}, AbortSignal.timeout(5_000))).toEqual({ answer: 1 });
  expect(tunnelled).toEqual([new URL(target).host]);
});
