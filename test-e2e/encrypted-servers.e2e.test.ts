/** @heavy starts separate servers */
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type EncryptedServers, startEncryptedServers } from "@veil/local-stack";
import { createPool } from "@veil/postgres-kit";
import { silentLogger as log } from "@veil/service-kit/telemetry";
import { connectOptions, openServerTls } from "@veil/service-kit/tls";
import { describeWhere, infraUrl, until } from "@veil/testing";
import { createTestCa, createTlsFolder } from "@veil/testing/tls";
import { createRabbitmqEventTransport } from "@veil/transport/events";
import { declareTopology } from "@veil/transport/topology";
import { Redis } from "ioredis";
import { Client } from "pg";
import { type Certificates, makeCertificates } from "./support/certificates.ts";
import { finalOf } from "./support/clients/gateway.ts";
import { describeClusterOnly, type Scenario } from "./support/scenario.ts";
import { letterRequest, PERSON_EN } from "./support/texts.ts";

const certificates: Certificates = await makeCertificates();
const { ca: unknownCa } = await createTestCa();
const own = await certificates.authority.issue({ ips: ["127.0.0.1"] });
const files = createTlsFolder(own);
const found =
  infraUrl("rabbitmq") === undefined ? undefined : await startEncryptedServers({}, files);
afterAll(async () => {
  await found?.stop();
  files.remove();
  certificates.remove();
});

const servers = () => (found as EncryptedServers).servers;

describeWhere(found !== undefined, "Servers behind TLS", "redis-server and rabbitmq-server", () => {
  describe("PostgreSQL", postgres);
  describe("RabbitMQ", rabbitmq);
  describe("Redis", redis);
  describeClusterOnly("A stack in production", production, {
    servers,
    certificatesDir: () => certificates.folder,
    env: () => productionSettings(),
  });
});

/**
 * Returns a folder that trusts an unknown authority, and a function that replaces it with the
 * server's authority.
 */
function lateTrust() {
  const folder = createTlsFolder({ ...own, ca: unknownCa });
  return { folder, mend: () => folder.write(own) };
}

function withParameter(url: string, name: string, value: string): string {
  const changed = new URL(url);
  changed.searchParams.set(name, value);
  return changed.href;
}

function withHost(url: string, host: string): string {
  const changed = new URL(url);
  changed.hostname = host;
  return changed.href;
}

function postgres(): void {
  const encrypted = "select ssl, version from pg_stat_ssl where pid = pg_backend_pid()";
  const open = (url: string) => createPool({ url, max: 1, log, applicationName: "test" });

  test("PostgreSQL is used over TLS when its certificate is for the right host and from a trusted authority", async () => {
    const pool = open(servers().postgresUrl);
    const [row] = await pool.query<{ ssl: boolean; version: string }>(encrypted);
    expect(row).toEqual({ ssl: true, version: "TLSv1.3" });
    await pool.close();
  });

  test("PostgreSQL is not used when its certificate is for another host", async () => {
    const pool = open(withHost(servers().postgresUrl, "localhost"));
    const cause = { code: "ERR_TLS_CERT_ALTNAME_INVALID" };
    await expect(pool.query("select 1")).rejects.toMatchObject({ kind: "unavailable", cause });
    await pool.close();
  });

  test("PostgreSQL is used as soon as the authority's file is correct, without a restart", async () => {
    const { folder, mend } = lateTrust();
    const pool = open(withParameter(servers().postgresUrl, "sslrootcert", folder.caFile));
    await expect(pool.query("select 1")).rejects.toMatchObject({ kind: "unavailable" });
    mend();
    const [row] = await pool.query<{ ssl: boolean }>(encrypted);
    expect(row?.ssl).toBe(true);
    await pool.close();
    folder.remove();
  });
}

function rabbitmq(): void {
  beforeAll(() => declareTopology(servers().rabbitmqUrl));
  const open = (url: string, events: string[] = []) => {
    const record = (event: string) => void events.push(event);
    return createRabbitmqEventTransport({ url, log: { ...log, info: record, warn: record } });
  };

  test("RabbitMQ accepts messages over TLS from clients with a certificate", async () => {
    const transport = open(servers().rabbitmqUrl);
    await until("it is up", () => transport.state() === "up");
    await transport.send("an event");
    await transport.stop();
  });

  test.each([
    ["a certificate for another host", () => withHost(servers().rabbitmqUrl, "localhost")],
    ["no client certificate", () => servers().rabbitmqUrl.replace(/&certfile.*/, "")],
  ])("A client cannot connect to RabbitMQ with %s", async (_what, url) => {
    const events: string[] = [];
    const transport = open(url(), events);
    await until("a connection was tried", () => events.includes("broker_unreachable"));
    expect(transport.state()).toBe("down");
    await transport.stop();
  });

  test("A client connects to RabbitMQ as soon as its authority's file is correct, without a restart", async () => {
    const { folder, mend } = lateTrust();
    const events: string[] = [];
    const url = withParameter(servers().rabbitmqUrl, "cacertfile", folder.caFile);
    const transport = open(url, events);
    await until("a connection was tried", () => events.includes("broker_unreachable"));
    expect(transport.state()).toBe("down");
    mend();
    await until("it is up", () => transport.state() === "up");
    await transport.stop();
    folder.remove();
  });
}

function redis(): void {
  const open = (url: string, tls: Parameters<typeof openServerTls>[0]) => {
    const client = new Redis(url, {
      tls: connectOptions(openServerTls(tls, "redis")),
      maxRetriesPerRequest: 0,
      retryStrategy: () => 50,
    });
    const errors: string[] = [];
    client.on("error", (error: Error & { code?: string }) => errors.push(error.code ?? "other"));
    return { client, errors };
  };

  test("Redis responds over TLS, and only to clients with a certificate", async () => {
    const { client } = open(servers().redisUrl, servers().redisTls);
    expect(await client.ping()).toBe("PONG");
    client.disconnect();
    const { caFile } = servers().redisTls;
    const anonymous = open(servers().redisUrl, { ...(caFile !== undefined && { caFile }) });
    await until("a connection was tried", () => anonymous.errors.length > 0);
    expect(anonymous.client.status).not.toBe("ready");
    anonymous.client.disconnect();
  });

  test("Redis is not used when its certificate is for another host", async () => {
    const url = withHost(servers().redisUrl, "localhost");
    const { client, errors } = open(url, servers().redisTls);
    await until("a connection was tried", () => errors.includes("ERR_TLS_CERT_ALTNAME_INVALID"));
    client.disconnect();
  });

  test("Redis is used as soon as the authority's file is correct, without a restart", async () => {
    const { folder, mend } = lateTrust();
    const { client, errors } = open(servers().redisUrl, {
      certFile: folder.certFile,
      keyFile: folder.keyFile,
      caFile: folder.caFile,
    });
    await until("a connection was tried", () => errors.length > 0);
    mend();
    await until("it is ready", () => client.status === "ready");
    expect(await client.ping()).toBe("PONG");
    client.disconnect();
    folder.remove();
  });
}

function productionSettings() {
  const broker = { RABBITMQ_CA_FILE: files.caFile, RABBITMQ_CLIENT_CERTIFICATE: "true" };
  const cache = { REDIS_CA_FILE: files.caFile, REDIS_CLIENT_CERTIFICATE: "true" };
  const NODE_ENV = "production";
  return {
    "edge-gateway": { ...broker, ...cache, NODE_ENV, TRUST_PROXY: "none" },
    bridge: { NODE_ENV },
    sanitiser: { NODE_ENV },
    "inference-worker": { ...broker, NODE_ENV },
    audit: { ...broker, NODE_ENV },
  };
}

function production(scenario: () => Scenario): void {
  test("A stack in production, with all servers behind TLS, serves a complete request", async () => {
    const { gateway, customer } = scenario();
    const { apiKey } = await customer({ tier: "enterprise" });
    const { result } = finalOf(await gateway.proxy(apiKey, letterRequest()));
    expect(JSON.stringify(result)).toContain(PERSON_EN.name);
  });

  test("A stack in production has no unencrypted connection to the database or the broker", async () => {
    const client = new Client({
      connectionString: servers().postgresUrl.replace(/\?.*/, ""),
      ssl: { ca: own.ca },
    });
    await client.connect();
    const { rows } = await client.query<{ name: string; ssl: boolean }>(
      "select usename as name, ssl from pg_stat_ssl join pg_stat_activity using (pid) where usename is not null",
    );
    await client.end();
    expect(rows.filter(({ name }) => name.endsWith("_app")).length).toBeGreaterThan(1);
    expect(rows.filter(({ ssl }) => !ssl)).toEqual([]);

    const { origin, username, password } = new URL(servers().rabbitmqManagementUrl);
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
    const connections = await until("the broker lists them", async () => {
      const answer = await fetch(`${origin}/api/connections`, { headers: { authorization } });
      const list = (await answer.json()) as { user: string; ssl: boolean }[];
      return list.length > 2 && list;
    });
    expect(connections.filter(({ ssl }) => !ssl)).toEqual([]);
  });
}
