/** @slow Streams many megabytes. */
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { until } from "@veil/testing";
import { writtenEvents } from "./support/fake-services.ts";
import { sdkBody, UPSTREAM_KEYS } from "./support/sdk-client.ts";
import { startSdkServer } from "./support/sdk-server.ts";

const MB = 1024 * 1024;
const LONG = 24 * MB;
const PIECE = "word ".repeat(13_000);
/** The kernel keeps up to 4 MB for each of the two connections, and something is on its way. */
const UNREAD = 16 * MB;

let served: Awaited<ReturnType<typeof startSdkServer>>;
beforeAll(async () => {
  served = await startSdkServer();
});
afterAll(() => served.close());

interface Written {
  bytes: number;
  isClosed: boolean;
}

/** As a worker whose provider writes `LONG` bytes, and that waits for its reader. */
function writeLong(): readonly Written[] {
  const all: Written[] = [];
  served.gateway.worker.streamWith(async (res, events) => {
    const own: Written = { bytes: 0, isClosed: false };
    all.push(own);
    const closing = new AbortController();
    res.once("close", () => {
      own.isClosed = true;
      closing.abort();
    });
    res.write(writtenEvents(events.slice(0, 2)));
    while (own.bytes < LONG && !res.destroyed) {
      own.bytes += PIECE.length;
      const text = { type: "text", index: 0, text: PIECE };
      if (!res.write(writtenEvents([text]))) await drained(res, closing.signal);
    }
    res.end(writtenEvents(events.slice(-2)));
  });
  return all;
}

const drained = (res: ServerResponse, signal: AbortSignal) =>
  once(res, "drain", { signal }).catch(() => undefined);

async function streamUnread(apiKey: string): Promise<Socket> {
  const { hostname, port, host } = new URL(served.url);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, "connect");
  socket.pause();
  const body = JSON.stringify(sdkBody("messages", { stream: true }));
  const head = [
    "POST /v1/messages HTTP/1.1",
    `Host: ${host}`,
    `x-api-key: ${apiKey}`,
    `x-upstream-key: ${UPSTREAM_KEYS.messages}`,
    `content-length: ${body.length}`,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  return socket;
}

test("When a client does not read its stream, then no more of it is read from the worker, until the client leaves", async () => {
  const { apiKey } = await served.gateway.provision();
  const streams = writeLong();
  const socket = await streamUnread(apiKey);
  await until("its stream has begun", () => (streams[0]?.bytes ?? 0) > 0);
  const read = await fetch(`${served.url}/v1/messages`, {
    method: "POST",
    headers: { "x-api-key": apiKey, "x-upstream-key": UPSTREAM_KEYS.messages },
    body: JSON.stringify(sdkBody("messages", { stream: true })),
  });
  expect((await read.text()).length).toBeGreaterThan(LONG);
  const [unread] = streams;
  expect(unread?.bytes).toBeLessThan(UNREAD);
  expect(unread?.isClosed).toBe(false);
  socket.destroy();
  await until("the worker's connection is closed", () => unread?.isClosed === true);
});
