import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import type { Probe } from "./start-agents.ts";

// The module is plain JavaScript, because it runs in pods without a build.
const { tryConnection } = (await import(path.join(import.meta.dirname, "try-connection.mjs"))) as {
  tryConnection(probe: Probe): Promise<string>;
};

const TIMEOUT_MS = 800;

describe("A UDP port that should be silent", () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick"] }));
  afterEach(() => void jest.useRealTimers());

  test("When a UDP reply arrives in the same turn of the event loop as the time-out, then the port is open", async () => {
    const leaked = createSocket("udp4");
    leaked.bind(0, "127.0.0.1");
    await once(leaked, "listening");
    const { port } = leaked.address();
    const result = tryConnection({
      ...{ address: "127.0.0.1", port, protocol: "UDP", timeoutMs: TIMEOUT_MS },
    });
    const [question, asker] = (await once(leaked, "message")) as [Buffer, { port: number }];
    await new Promise<void>((resolve) => {
      leaked.send(`${question} veil-inference/inference-worker`, asker.port, "127.0.0.1", () =>
        // The prober handles the reply and the time-out in its next turn of the event loop.
        setImmediate(() => {
          jest.advanceTimersByTime(TIMEOUT_MS);
          setImmediate(() => setImmediate(resolve));
        }),
      );
    });
    expect(await result).toBe("open veil-inference/inference-worker");
    leaked.close();
  });

  test("When a UDP reply to another probe arrives, then it is ignored", async () => {
    const other = createSocket("udp4");
    other.bind(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address();
    const result = tryConnection({
      ...{ address: "127.0.0.1", port, protocol: "UDP", timeoutMs: TIMEOUT_MS },
    });
    const [question, asker] = (await once(other, "message")) as [Buffer, { port: number }];
    other.send("0badcafe veil-data/gateway-db", asker.port, "127.0.0.1");
    other.send(`${question} veil-identity/bridge`, asker.port, "127.0.0.1");
    expect(await result).toBe("open veil-identity/bridge");
    other.close();
  });

  test("When no UDP reply arrives before the time-out, then the result is silence", async () => {
    const mute = createSocket("udp4");
    mute.bind(0, "127.0.0.1");
    await once(mute, "listening");
    const { port } = mute.address();
    const result = tryConnection({
      ...{ address: "127.0.0.1", port, protocol: "UDP", timeoutMs: TIMEOUT_MS },
    });
    await once(mute, "message");
    jest.advanceTimersByTime(TIMEOUT_MS);
    expect(await result).toBe("silence");
    mute.close();
  });
});

test.each(["TCP", "UDP"] as const)(
  "A port without a listener refuses %s, and the result is not silence",
  async (protocol) => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (typeof address !== "object" || address === null) throw new Error("It has no port");
    server.close();
    await once(server, "close");
    const { port } = address;
    expect(await tryConnection({ address: "127.0.0.1", port, protocol, timeoutMs: 10_000 })).toBe(
      "ECONNREFUSED",
    );
  },
);
