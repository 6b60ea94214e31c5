import { afterEach, describe, expect, test } from "@jest/globals";
import type { ServiceName } from "@veil/crypto";
import {
  accessCheckRoutes,
  createInternalApp,
  createServiceClient,
  createTokenIssuer,
  credentialRoutes,
  type Listener,
  listen,
  type ServiceClient,
} from "@veil/service-kit/http";
import { createMetrics, silentLogger } from "@veil/service-kit/telemetry";
import { createTestTrust } from "@veil/testing";
import { createHttpIsolationMonitor } from "./http-isolation-monitor.ts";

const { trust, keysOf } = createTestTrust();
const gateway = createTokenIssuer(keysOf("edge-gateway"));
const opened: (Listener | ServiceClient)[] = [];

afterEach(async () => {
  for (const thing of opened.splice(0)) await thing.close(0);
});

async function startServer(
  service: ServiceName,
  allowed: readonly ServiceName[],
): Promise<ServiceClient> {
  const app = createInternalApp(
    { service, allowed, trust, log: silentLogger, metrics: createMetrics(service) },
    accessCheckRoutes(),
    credentialRoutes(createTokenIssuer(keysOf(service))),
  );
  const listener = await listen(app, { host: "127.0.0.1", port: 0 });
  const client = createServiceClient({ baseUrl: listener.url, callee: service, issuer: gateway });
  opened.push(client, listener);
  return client;
}

async function probe(bridge: ServiceClient, worker: ServiceClient) {
  const nowMs = () => Date.UTC(2026, 0, 1);
  const { aToB, bToA } = await createHttpIsolationMonitor({
    bridge,
    worker,
    log: silentLogger,
    nowMs,
  }).probe();
  return { aToB, bToA };
}

describe("createHttpIsolationMonitor", () => {
  test("When each sandbox refuses the other's credential, then both directions are blocked", async () => {
    const bridge = await startServer("bridge", ["edge-gateway"]);
    const worker = await startServer("inference-worker", ["edge-gateway"]);
    expect(await probe(bridge, worker)).toEqual({ aToB: "blocked", bToA: "blocked" });
  });

  test("When B accepts A's credential, then A to B is open", async () => {
    const bridge = await startServer("bridge", ["edge-gateway"]);
    const worker = await startServer("inference-worker", ["edge-gateway", "bridge"]);
    expect(await probe(bridge, worker)).toEqual({ aToB: "open", bToA: "blocked" });
  });

  test("When a sandbox refuses all callers, then both directions are unverified", async () => {
    const bridge = await startServer("bridge", ["edge-gateway"]);
    const worker = await startServer("inference-worker", []);
    expect(await probe(bridge, worker)).toEqual({ aToB: "unverified", bToA: "unverified" });
  });

  test("When a sandbox does not respond, then both directions are unverified", async () => {
    const bridge = await startServer("bridge", ["edge-gateway"]);
    const worker = createServiceClient({
      baseUrl: "http://127.0.0.1:1",
      callee: "inference-worker",
      issuer: gateway,
    });
    opened.push(worker);
    expect(await probe(bridge, worker)).toEqual({ aToB: "unverified", bToA: "unverified" });
  });
});
