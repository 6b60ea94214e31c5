import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, describe, expect, test } from "@jest/globals";
import { IsolationFindings, IsolationReportMessage } from "@veil/contracts/isolation";
import { checked } from "@veil/contracts/parsing";
import {
  loadServiceKeys,
  type PrincipalName,
  parseTrustBundle,
  systemRandomBytes,
  verifyMessage,
} from "@veil/crypto";
import {
  createServiceClient,
  createTokenIssuer,
  type ServiceCallError,
  type ServiceClient,
} from "@veil/service-kit/http";
import { silentLogger } from "@veil/service-kit/telemetry";
import { openServiceTls, type ServiceTls, spiffeId } from "@veil/service-kit/tls";
import { until } from "@veil/testing";
import { createTestCa, createTlsFolder } from "@veil/testing/tls";
import { createKeySet } from "@veil/veil";
import { probeCommand } from "./probe-command.ts";

/** An address to which Linux refuses to connect at once. */
const UNREACHABLE = "nowhere=255.255.255.255:80";
const { services, trust } = createKeySet(systemRandomBytes);
const folder = mkdtempSync(path.join(tmpdir(), "veil-probe-"));
const opened: { close(): unknown }[] = [];

afterEach(async () => {
  for (const thing of opened.splice(0)) await thing.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

function keysOf(service: PrincipalName) {
  return JSON.stringify(services.find((own) => own.service === service));
}

function file(name: string, text: string): string {
  writeFileSync(path.join(folder, name), text, { mode: 0o600 });
  return path.join(folder, name);
}

async function freePort(): Promise<number> {
  const server = await listening();
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function listening(port = 0): Promise<Server> {
  const server = createServer((socket) => socket.destroy()).listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}

async function settings(more: Record<string, string>) {
  return {
    PORT: String(await freePort()),
    LOG_LEVEL: "silent",
    KEY_FILE: file("bridge-probe.keys.json", keysOf("bridge-probe")),
    TRUST_FILE: file("trust.json", JSON.stringify(trust)),
    PROBE_BLOCKED: UNREACHABLE,
    PROBE_PAUSE_MS: "20",
    PROBE_SERVE_MS: "20000",
    ...more,
  };
}

function clientOf(
  service: "edge-gateway" | "bridge",
  port: string,
  tls?: ServiceTls,
): ServiceClient {
  const issuer = createTokenIssuer(loadServiceKeys(keysOf(service), service));
  const baseUrl = `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}`;
  const client = createServiceClient({ baseUrl, callee: "bridge-probe", issuer, tls });
  opened.push(client);
  return client;
}

const parse = checked(IsolationReportMessage);
const parseFindings = checked(IsolationFindings);

function fetchReport(client: ServiceClient) {
  return until("the probe has its report", () =>
    client
      .call({ path: "/isolation-report", timeoutMs: 1_000, parse })
      .catch((error: ServiceCallError) => {
        if (error.failure === "refused" && error.status !== 503) throw error;
        return undefined;
      }),
  );
}

async function findingsWith(more: Record<string, string>) {
  const env = await settings(more);
  const ended = probeCommand("bridge-probe", env);
  const report = await fetchReport(clientOf("edge-gateway", env.PORT));
  await ended;
  const pinned = parseTrustBundle(JSON.stringify(trust));
  const body = verifyMessage(report, { from: "bridge-probe", to: "edge-gateway", trust: pinned });
  return parseFindings(JSON.parse(body));
}

describe("Signed findings of the probe", () => {
  test("When all targets are as expected, the probe reports this after two rounds", async () => {
    const { probe, rounds, targets } = await findingsWith({});
    expect({ probe, rounds }).toEqual({ probe: "bridge-probe", rounds: 2 });
    expect(targets).toEqual([
      {
        name: "nowhere",
        address: "255.255.255.255",
        port: 80,
        expected: "blocked",
        outcome: "unreachable",
      },
    ]);
  });

  test("When a target that must be blocked is connected, the probe reports this after four rounds", async () => {
    const server = await listening();
    opened.push(server);
    const { port } = server.address() as AddressInfo;
    const { rounds, targets } = await findingsWith({
      PROBE_BLOCKED: `${UNREACHABLE},worker=localhost:${port}`,
    });
    expect(rounds).toBe(4);
    expect(targets[1]).toMatchObject({ name: "worker", port, outcome: "connected" });
  });

  test("When a target resets the connection, the outcome is refused, not silent", async () => {
    const { targets } = await findingsWith({
      PROBE_BLOCKED: `${UNREACHABLE},worker=127.0.0.1:${await freePort()}`,
    });
    expect(targets[1]).toMatchObject({ outcome: "refused" });
  });

  test("When a name does not resolve, the outcome is unresolved", async () => {
    const { targets } = await findingsWith({ PROBE_BLOCKED: "worker=worker.invalid:1" });
    expect(targets).toMatchObject([{ address: null, outcome: "unresolved" }]);
  });

  test("When a target that must be open opens late, a later round reports it as connected", async () => {
    const port = await freePort();
    const env = { PROBE_OPEN: `proxy=127.0.0.1:${port}`, PROBE_PAUSE_MS: "500" };
    const found = findingsWith(env);
    opened.push(await listening(port));
    const { targets } = await found;
    expect(targets[1]).toMatchObject({ expected: "open", outcome: "connected" });
  });

  test("When only the first round is as expected, the probe reports the unexpected result after four rounds", async () => {
    const control = await listening();
    const { port } = control.address() as AddressInfo;
    control.once("connection", () => control.close());
    const { rounds, targets } = await findingsWith({ PROBE_OPEN: `proxy=127.0.0.1:${port}` });
    expect(rounds).toBe(4);
    expect(targets[1]).toMatchObject({ expected: "open", outcome: "refused" });
  });

  test("The API server is added to the targets that must be blocked", async () => {
    const { targets } = await findingsWith({ KUBERNETES_SERVICE_HOST: "255.255.255.255" });
    expect(targets[1]).toMatchObject({ name: "api-server", port: 443, expected: "blocked" });
  });
});

test("A request of another service gets 403, and only the gateway's request starts probing", async () => {
  const server = await listening();
  opened.push(server);
  let tried = 0;
  server.on("connection", () => {
    tried += 1;
  });
  const { port } = server.address() as AddressInfo;
  const env = await settings({ PROBE_BLOCKED: `worker=127.0.0.1:${port}` });
  const ended = probeCommand("bridge-probe", env);
  await expect(fetchReport(clientOf("bridge", env.PORT))).rejects.toMatchObject({ status: 403 });
  expect(tried).toBe(0);
  await fetchReport(clientOf("edge-gateway", env.PORT));
  await ended;
  expect(tried).toBe(4);
});

test("With TLS files, the probe presents its certificate, and accepts only the gateway's", async () => {
  const authority = await createTestCa();
  const held = async (name: PrincipalName) => {
    const pem = await authority.issue({ uris: [spiffeId(name, "veil-gateway")] });
    const files = createTlsFolder(pem);
    opened.push({ close: () => files.remove() });
    return files;
  };
  const own = await held("bridge-probe");
  const env = await settings({
    TLS_CERT_FILE: own.certFile,
    TLS_KEY_FILE: own.keyFile,
    TLS_CA_FILE: own.caFile,
  });
  const tlsOf = async (service: "edge-gateway" | "inference-worker") => {
    const tls = openServiceTls(
      { files: await held(service), trustDomain: "veil-gateway", reloadMs: 600_000 },
      { service, log: silentLogger },
    );
    opened.push(tls.source);
    return tls;
  };
  const ended = probeCommand("bridge-probe", env);
  const worker = clientOf("edge-gateway", env.PORT, await tlsOf("inference-worker"));
  const gateway = clientOf("edge-gateway", env.PORT, await tlsOf("edge-gateway"));
  await until("the probe listens", () =>
    gateway.call({ path: "/", timeoutMs: 1_000, parse }).catch((error: ServiceCallError) => {
      return error.status === 404;
    }),
  );
  const call = worker.call({ path: "/isolation-report", timeoutMs: 60_000, parse });
  await expect(call).rejects.not.toMatchObject({ failure: "refused" });
  await fetchReport(gateway);
  await ended;
});

test("probeCommand throws when the gateway does not fetch the report in time", async () => {
  const env = await settings({ PROBE_SERVE_MS: "1000" });
  await expect(probeCommand("bridge-probe", env)).rejects.toThrow("did not fetch");
});

test("probeCommand throws one error that lists all invalid settings", async () => {
  const env = await settings({ PROBE_BLOCKED: "", PROBE_OPEN: "proxy" });
  await expect(probeCommand("bridge-probe", env)).rejects.toThrow(
    "PROBE_OPEN must be a list of name=host:port; PROBE_BLOCKED must name the targets that the sandbox must not reach",
  );
  const other = await settings({ KEY_FILE: file("other", keysOf("bridge")) });
  await expect(probeCommand("bridge-probe", other)).rejects.toThrow("belong to another service");
});
