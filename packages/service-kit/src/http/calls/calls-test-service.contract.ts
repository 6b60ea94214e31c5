import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { ApiError } from "@veil/contracts/errors";
import type { PrincipalName, ServiceName } from "@veil/crypto";
import { createTestTrust, until } from "@veil/testing";
import express from "express";
import { buildConnector } from "undici";
import { createLogger, createMetrics } from "../../telemetry/index.ts";
import { createTokenIssuer } from "../client/token-issuer.ts";
import { createInternalApp } from "../internal-app.ts";
import { listen } from "../server.ts";
import type { ListenTls } from "../tls-server.ts";
import { openCallConnection } from "./call-connection.ts";
import { type CallPool, type CallPoolSettings, createCallPool } from "./call-pool.ts";
import { type CallRoute, type IncomingCall, jsonCall } from "./call-route.ts";

const { trust, keysOf } = createTestTrust();

export { keysOf };

const closing: (() => unknown)[] = [];

export function closeLater(close: () => unknown): void {
  closing.push(close);
}

export async function closeAll(): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close();
}

/** A call that waits at the callee until the test answers it. */
interface HeldCall extends IncomingCall {
  answer(value: object): void;
}

export interface TestCallee {
  readonly url: string;
  readonly port: number;
  readonly held: HeldCall[];
  /** The lines of the log, parsed. */
  readonly lines: Record<string, unknown>[];
  /** The number of calls that have reached a route. */
  calls(): number;
  /** The number of connections that callers have opened. */
  opened(): number;
  leave(): void;
  close(graceMs: number): Promise<void>;
  /** The labels and counts of the route's observations. */
  observed(route: string): Promise<readonly object[]>;
}

interface CalleeOptions {
  readonly nowMs?: () => number;
  readonly allowed?: readonly ServiceName[];
  readonly tls?: ListenTls;
  /** The name that the callee returns for `/who`. */
  readonly name?: string;
  /** Whether to serve the routes over HTTP only, as an older version does. */
  readonly isOld?: boolean;
}

const LIMIT_BYTES = 2_000;

/** Starts a bridge with routes that tests need. */
export async function startCallee(options: CalleeOptions = {}): Promise<TestCallee> {
  const { nowMs, allowed = ["edge-gateway"], tls, name = "callee", isOld = false } = options;
  const held: HeldCall[] = [];
  const lines: Record<string, unknown>[] = [];
  let calls = 0;
  let opened = 0;
  const write = (text: string) => {
    const line = JSON.parse(text) as Record<string, unknown>;
    if (line["event"] === "calls_opened") opened += 1;
    lines.push(line);
  };
  const log = createLogger({ service: "bridge", level: "info", destination: { write } });
  const metrics = createMetrics("test");
  const hold = (call: IncomingCall) =>
    new Promise<object>((answer) => void held.push({ ...call, answer }));
  const counted = (answer: CallRoute["answer"]): CallRoute["answer"] => {
    return (call) => {
      calls += 1;
      return answer(call);
    };
  };
  const route = (path: string, answer: CallRoute["answer"], repeatable = false): CallRoute => {
    return { path, limitBytes: LIMIT_BYTES, repeatable, answer: counted(answer) };
  };
  const app = createInternalApp({
    ...{ service: "bridge", allowed, trust, log, metrics, trustCaller: true },
    ...(nowMs && { nowMs }),
    callRoutes: [
      route(
        "/echo",
        jsonCall(
          (body) => body as object,
          (body) => body,
        ),
      ),
      route("/bytes", () => Buffer.from('{"bytes":true}')),
      route("/large", () => ({ large: "x".repeat(1_000_000) })),
      route("/context", ({ context: { requestId } }) => ({ requestId })),
      route("/busy", () => {
        throw new ApiError("busy", "Too many calls", { retryAfterSeconds: 1 });
      }),
      route("/broken", () => {
        throw new Error("a value that must not leave");
      }),
      route("/stream", () => async (res) => void res.end("data")),
      route("/held", hold),
      route("/held-repeatable", hold, true),
      route("/who", () => ({ name }), true),
    ],
  });
  // Behind another app, the routes are served, but `listen` finds no call server.
  const served = isOld ? express().use(app) : app;
  const listener = await listen(served, { host: "127.0.0.1", port: 0 }, tls);
  closeLater(() => listener.close(0));
  const { url, port, leave, close } = listener;
  const observed = async (path: string) =>
    (await metrics.requestSeconds.get()).values
      .filter(({ metricName, labels }) => metricName?.endsWith("_count") && labels.route === path)
      .map(({ labels, value }) => ({ labels, count: value }));
  return {
    url,
    port,
    held,
    lines,
    calls: () => calls,
    opened: () => opened,
    leave,
    close,
    observed,
  };
}

export const tokenOf = (service: PrincipalName, nowMs?: () => number) =>
  createTokenIssuer(keysOf(service), nowMs).tokenFor("bridge");

const connector = buildConnector({ timeout: 2_000 });
const addressOf = (baseUrl: string) => ({ baseUrl, connector, timeoutMs: 60_000 });

export async function openConnection(url: string, token = tokenOf("edge-gateway")) {
  const connection = await openCallConnection(addressOf(url), await token);
  closeLater(() => connection.close());
  return connection;
}

export function openPool(url: string, settings: Partial<CallPoolSettings> = {}): CallPool {
  const pool = createCallPool({
    ...{ connections: 2, lifetimeMs: 60_000, ...settings },
    address: addressOf(url),
    token: () => tokenOf("edge-gateway"),
  });
  closeLater(() => pool.close());
  return pool;
}

export const request = (path: string, body: object = {}) => ({
  ...{ path, body: JSON.stringify(body), headers: {}, timeoutMs: 30_000 },
});

/** Makes calls until all connections of the pool answer them. */
export async function untilConnected(pool: CallPool, connections = 2): Promise<void> {
  let inARow = 0;
  await until("the pool is connected", async () => {
    inARow = (await pool.exchange(request("/who"))) === undefined ? 0 : inARow + 1;
    return inARow > connections;
  });
}

/**
 * Starts a proxy that sends each connection to one of `ports`, like a Service with replicas.
 * `onPost` is called for each request over HTTP.
 */
export async function startBalancer(
  ports: number[],
  pick: () => number,
  onPost: () => void = () => undefined,
) {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(ports[Math.floor(pick() * ports.length)] ?? 0, "127.0.0.1");
    client.on("data", (bytes) => bytes.subarray(0, 5).toString("latin1") === "POST " && onPost());
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => undefined).on("close", () => other.destroy());
      socket.pipe(other);
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  closeLater(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
