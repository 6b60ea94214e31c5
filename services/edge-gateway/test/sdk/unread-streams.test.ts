/** @slow Streams many megabytes. */
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeWithServer, until } from "@veil/testing";
import { writtenEvents } from "../support/fake-services.ts";
import { usageOf } from "../support/native-client.ts";
import { callSdk, sdkBody, UPSTREAM_KEYS } from "../support/sdk-client.ts";
import { startSdkServer } from "../support/sdk-server.ts";

const MB = 1024 * 1024;
const LONG = 24 * MB;
const PIECE = "word ".repeat(13_000);
/**
 * The most bytes that may be sent without being read. The kernel buffers up to 4 MB for each of the
 * two connections, and some bytes are in flight.
 */
const UNREAD = 16 * MB;

type SdkServer = Awaited<ReturnType<typeof startSdkServer>>;

let served: SdkServer;
beforeAll(async () => {
  served = await startSdkServer();
});
afterAll(() => served.close());

interface Written {
  bytes: number;
  isClosed: boolean;
}

/**
 * Makes the worker stream `LONG` bytes, waiting for its reader, and returns a record of what each
 * stream has written.
 */
function writeLong({ gateway }: SdkServer): readonly Written[] {
  const all: Written[] = [];
  gateway.worker.streamWith(async (res, events) => {
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

async function streamUnread({ url }: SdkServer, apiKey: string): Promise<Socket> {
  const { hostname, port, host } = new URL(url);
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

describeWithServer("postgres", "Streams that are not read", () => {
  test("When a client does not read its stream, then the gateway stops reading from the worker until the client disconnects", async () => {
    const { apiKey } = await served.gateway.provision();
    const streams = writeLong(served);
    const socket = await streamUnread(served, apiKey);
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

  const SOON = { JOB_DEADLINE_MS: "1000", WAIT_TIMEOUT_MS: "1000" };
  const ONE_SLOT = { WORKER_CALLS: "2", WORKER_CALLS_PER_CUSTOMER: "1" };

  test("A stream that is not read ends at the deadline as a failed call that is counted, and frees its slot", async () => {
    const server = await startSdkServer({ ...SOON, ...ONE_SLOT }, { workerGraceMs: 4_000 });
    const { gateway } = server;
    try {
      const { apiKey: key } = await gateway.provision();
      const streams = writeLong(server);
      const socket = await streamUnread(server, key);
      socket.on("error", () => undefined);
      await until("its stream has begun", () => (streams[0]?.bytes ?? 0) > 0);
      await until("the slot is free", async () => {
        const next = await callSdk(gateway, "messages", sdkBody("messages"), { key });
        return next.status === 200;
      });
      await until("the worker's connection is closed", () => streams[0]?.isClosed === true);
      const failures = (await gateway.events())
        .filter(({ event_type }) => event_type === "SDK_INFERENCE_FAILED")
        .map(({ payload }) => payload["error_type"]);
      expect(failures).toEqual(["deadline_passed"]);
      expect((await usageOf(gateway, key)).used).toBe(2);
      const errors = gateway.seen.log.filter((line) => line.includes('"level":"error"'));
      expect(errors.filter((line) => !line.includes("isolation_probe_failed"))).toEqual([]);
      socket.destroy();
    } finally {
      await server.close();
    }
  });
});
