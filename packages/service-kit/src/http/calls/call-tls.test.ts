/** @slow waits until a certificate has expired */
import { afterEach, expect, test } from "@jest/globals";
import { until } from "@veil/testing";
import { createServiceClient } from "../client/service-client.ts";
import { createTlsConnector } from "../client/tls-connector.ts";
import { createTokenIssuer } from "../client/token-issuer.ts";
import {
  authority,
  certified,
  closeAll as closeCertified,
  pemOf,
  replace,
} from "../tls-test-service.contract.ts";
import { openCallConnection } from "./call-connection.ts";
import {
  closeAll,
  closeLater,
  keysOf,
  request,
  startCallee,
  tokenOf,
} from "./calls-test-service.contract.ts";

afterEach(async () => {
  await closeAll();
  await closeCertified();
});

const allowed = ["edge-gateway", "inference-worker"] as const;
type Caller = (typeof allowed)[number];

async function start() {
  const bridge = certified("bridge");
  const lines: unknown[] = [];
  const write = (_event: string, fields?: object) => void lines.push(fields);
  const log = { debug: write, info: write, warn: write, error: write };
  const callee = await startCallee({
    allowed,
    tls: { kind: "mutual", own: bridge.tls, allowed, log },
  });
  return { bridge, callee };
}

async function connect(
  baseUrl: string,
  caller = certified("edge-gateway"),
  token: Caller = "edge-gateway",
) {
  const connector = createTlsConnector(caller.tls, "bridge", 2_000);
  const address = { baseUrl, connector, timeoutMs: 60_000 };
  const connection = await openCallConnection(address, await tokenOf(token));
  closeLater(() => connection.close());
  return connection;
}

const call = { ...request("/who"), requestId: "" };

test("With certificates on both sides, a connection opens over mutual TLS and carries calls", async () => {
  const { callee } = await start();
  expect(callee.url).toMatch(/^https:/);
  const connection = await connect(callee.url);
  expect((await connection.exchange(call)).status).toBe(200);
});

test("A caller with the certificate of another allowed caller gets no connection, and the log has 401", async () => {
  const { callee } = await start();
  const thief = connect(callee.url, certified("inference-worker"), "edge-gateway");
  await expect(thief).rejects.toThrow("opened no call connection");
  await until("the refusal is logged", () => callee.lines.some(({ status }) => status === 401));
});

test("On a connection, a token of another allowed caller closes it", async () => {
  const { callee } = await start();
  const connection = await connect(callee.url);
  connection.authenticate(await tokenOf("inference-worker"));
  await connection.closed;
});

test("A connection closes when the caller's certificate expires", async () => {
  const { callee } = await start();
  const endMs = Math.ceil(Date.now() / 1000) * 1000 + 4_000;
  const short = await pemOf("edge-gateway", authority, { notAfter: new Date(endMs) });
  const connection = await connect(callee.url, certified("edge-gateway", short));
  expect((await connection.exchange(call)).status).toBe(200);
  await connection.closed;
  expect(Date.now()).toBeGreaterThanOrEqual(endMs);
});

test("When the caller's certificate changes, calls go on over new connections and none is lost", async () => {
  const { callee } = await start();
  const gateway = certified("edge-gateway");
  const client = createServiceClient({
    ...{ baseUrl: callee.url, callee: "bridge", issuer: createTokenIssuer(keysOf("edge-gateway")) },
    ...{ tls: gateway.tls, calls: { connections: 2, lifetimeMs: 60_000 } },
  });
  closeLater(() => client.close());
  let answered = 0;
  const callUntilOpened = async (connections: number) =>
    await until("connections are open", async () => {
      await client.call({ path: "/who", body: {}, timeoutMs: 30_000, parse: () => undefined });
      answered += 1;
      return callee.opened() === connections;
    });
  await callUntilOpened(2);
  replace(gateway, await pemOf("edge-gateway"));
  await callUntilOpened(4);
  expect(callee.calls()).toBe(answered);
});
