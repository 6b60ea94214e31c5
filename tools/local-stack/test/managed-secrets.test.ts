import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeWithServer, infraUrl } from "@veil/testing";
import { QUEUES } from "@veil/transport/topology";
import { Client } from "pg";
import { REPOSITORY_ROOT } from "../src/repository-root.ts";

const COMMAND = path.join(REPOSITORY_ROOT, "tools/local-stack/dist/commands/make-secrets.js");
const AUTHORITY = "-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n";
const SERVERS = ["gateway-db", "audit-db", "rabbitmq", "redis"];

const parent = mkdtempSync(path.join(tmpdir(), "veil-managed-"));
const folder = path.join(parent, "secrets");
const authorities = path.join(parent, "servers.pem");
const hosts = SERVERS.flatMap((name) => [`--${name}`, `${name}.example.com`]);
const run = (...args: readonly string[]) =>
  spawnSync(process.execPath, [COMMAND, ...args], { encoding: "utf8" });
const read = (name: string) => readFileSync(path.join(folder, name), "utf8");

interface Secret {
  readonly metadata: { readonly name: string };
  readonly stringData: Readonly<Record<string, string>>;
}
const secretsIn = (text: string) =>
  text
    .split("---\n")
    .slice(1)
    .map((document) => JSON.parse(document) as Secret);
const urlIn = (secret: string, file: string) => {
  const found = secretsIn(read("secrets.yaml")).find(({ metadata }) => metadata.name === secret);
  return new URL(found?.stringData[file] ?? "");
};

beforeAll(() => {
  writeFileSync(authorities, AUTHORITY);
  expect(run("managed", folder, ...hosts, "--authorities", authorities).stderr).toBe(
    `Secrets are in ${folder}\n`,
  );
});
afterAll(() => rmSync(parent, { recursive: true }));

test("Only the owner can read the files for managed servers, and a second run changes none", () => {
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(path.join(folder, "secrets.yaml")).mode & 0o777).toBe(0o600);
  const before = read("secrets.yaml");
  const { status, stderr } = run("managed", folder, ...hosts, "--authorities", authorities);
  expect([status, stderr]).toEqual([1, `${folder} exists, and nothing was changed\n`]);
  expect(read("secrets.yaml")).toBe(before);
});

test("Every Secret with a server's URL has the servers' authorities, and names the server with TLS", () => {
  const withUrl = secretsIn(read("secrets.yaml")).filter(({ stringData }) =>
    Object.keys(stringData).some((key) => key.endsWith("-url")),
  );
  expect(withUrl).toHaveLength(5);
  for (const { stringData } of withUrl) expect(stringData["servers.pem"]).toBe(AUTHORITY);
  expect(urlIn("edge-gateway-secrets", "rabbitmq-url").href).toMatch(
    /^amqps:\/\/gateway:[0-9a-f]{48}@rabbitmq\.example\.com:5671\/%2F$/,
  );
  expect(urlIn("edge-gateway-secrets", "redis-url").protocol).toBe("rediss:");
  expect(urlIn("gateway-owner", "owner-database-url").host).toBe("gateway-db.example.com:5432");
});

test("The broker's definitions contain every queue, and the users with the passwords that the Secrets have", () => {
  const definitions = JSON.parse(read("definitions.json")) as {
    readonly queues: readonly { readonly name: string }[];
    readonly users: readonly { readonly name: string; readonly password_hash: string }[];
  };
  expect(definitions.queues.map(({ name }) => name)).toEqual(
    QUEUES.map(({ binding }) => binding.queue),
  );
  const owners = { gateway: "edge-gateway", worker: "inference-worker", audit: "audit" };
  expect(definitions.users).toHaveLength(3);
  for (const { name, password_hash } of definitions.users) {
    const { username, password } = urlIn(
      `${owners[name as keyof typeof owners]}-secrets`,
      "rabbitmq-url",
    );
    const salted = Buffer.from(password_hash, "base64");
    const digest = createHash("sha256").update(salted.subarray(0, 4)).update(password).digest();
    expect([username, salted.subarray(4)]).toEqual([name, digest]);
  }
});

test.each([
  [["--authorities", "/nonexistent"], /no such file/],
  [[], /^--authorities is required$/m],
  [
    ["--authorities", path.join(REPOSITORY_ROOT, "package.json")],
    /^--authorities must be a file with certificates/,
  ],
])("make-secrets managed with %j fails with a message", (args, message) => {
  const { status, stderr } = run("managed", path.join(parent, "other"), ...hosts, ...args);
  expect(status).toBe(1);
  expect(stderr).toMatch(message);
});

describeWithServer("postgres", "The script for a managed database", () => {
  const admin = new Client({ connectionString: infraUrl("postgres") });
  const name = "veil_managed_admin";
  // Other suites use the same server, and its roles have the script's names.
  const own = (text: string) => text.replaceAll("gateway", "veil_managed");
  const database = own("gateway");
  const roles = [own("gateway_owner"), own("gateway_app")];

  async function removeAll() {
    await admin.query(`drop database if exists ${database}`);
    for (const role of [...roles, name]) await admin.query(`drop role if exists ${role}`);
  }
  beforeAll(async () => {
    await admin.connect();
    await removeAll();
    await admin.query(`create role ${name} login createdb createrole password 'x'`);
  });
  afterAll(async () => {
    await removeAll();
    await admin.end();
  });

  test("An administrator without superuser rights can run it; then the owner may create tables, and the other role may not", async () => {
    const as = (user: string, password: string, at: string) => {
      const url = new URL(infraUrl("postgres") ?? "");
      Object.assign(url, { username: user, password, pathname: `/${at}` });
      return new Client({ connectionString: url.href });
    };
    const sql = own(read("gateway-db.sql"));
    const [first = "", second = ""] = sql.split(`\\connect ${database}\n`);
    for (const [at, script] of [
      ["postgres", first],
      [database, second],
    ] as const) {
      const client = as(name, "x", at);
      await client.connect();
      for (const statement of script.split("\n").filter(Boolean)) await client.query(statement);
      await client.end();
    }
    const attempt = async (file: readonly [string, string]) => {
      const { username, password } = urlIn(...file);
      const client = as(own(username), password, database);
      await client.connect();
      try {
        await client.query("create table public.t (a int)");
        return "created";
      } catch (error) {
        return (error as Error).message;
      } finally {
        await client.end();
      }
    };
    expect(await attempt(["edge-gateway-secrets", "database-url"])).toMatch(/permission denied/);
    expect(await attempt(["gateway-owner", "owner-database-url"])).toBe("created");
  });
});
