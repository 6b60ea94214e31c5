/** @slow listens on a port */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { afterEach, expect, test } from "@jest/globals";
import { dataInHeap, foundInHeap } from "./inspector.ts";

let server: Server;
let opened: Duplex | undefined;
afterEach(() => {
  opened?.destroy();
  server.close();
});

/** Returns a text frame of fewer than 126 bytes without a mask (RFC 6455, section 5.2). */
function frame(message: object): Buffer {
  const payload = Buffer.from(JSON.stringify(message));
  return Buffer.concat([Buffer.of(0x81, payload.length), payload]);
}

/**
 * Starts an inspector that responds to each command with the given events and the result, all in
 * one piece. @returns its port
 */
async function inspector(answer: (id: number) => readonly object[] | undefined): Promise<number> {
  server = createServer((req, res) => {
    const webSocketDebuggerUrl = `ws://${req.headers.host}/`;
    res.end(JSON.stringify([{ webSocketDebuggerUrl }]));
  });
  server.on("upgrade", ({ headers }, socket: Duplex) => {
    opened = socket;
    const key = `${headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash("sha1").update(key).digest("base64");
    const lines = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"];
    socket.write(`${[...lines, `Sec-WebSocket-Accept: ${accept}`].join("\r\n")}\r\n\r\n`);
    let id = 0;
    socket.on("data", () => {
      const messages = answer(++id);
      if (messages === undefined) socket.destroy();
      else socket.write(Buffer.concat([...messages, { id, result: {} }].map(frame)));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

const chunk = (text: string) => ({ params: { chunk: text } });

test("When the pieces of a heap snapshot and the result arrive together, then all matches are found, even in text that is split between two pieces", async () => {
  const pieces = [chunk("a planted-1 b plan"), chunk("ted-2 c"), chunk("planted-3")];
  const port = await inspector((id) => (id === 1 ? [{ method: "HeapProfiler.x" }] : pieces));
  const found = await foundInHeap(port, /planted-\d/g);
  expect([...found].toSorted()).toEqual(["planted-1", "planted-2", "planted-3"]);
});

test("When the inspected process exits, then the search of its heap fails with an error", async () => {
  const port = await inspector((id) => (id === 1 ? [] : undefined));
  await expect(foundInHeap(port, /planted/g)).rejects.toThrow("closed the connection");
});

test("The bytes of data in the heap include objects and strings, but not compiled code", async () => {
  const meta = {
    node_fields: ["type", "name", "self_size"],
    node_types: [["code", "object", "string"], "string", "number"],
  };
  const nodes = [...[0, 0, 1_000], ...[1, 0, 40], ...[2, 0, 2], ...[1, 0, 300]];
  const text = JSON.stringify({ snapshot: { meta }, nodes });
  const pieces = (text.match(/.{1,30}/g) ?? []).map(chunk);
  const port = await inspector((id) => (id === 1 ? [] : pieces));
  expect(await dataInHeap(port)).toBe(342);
});
