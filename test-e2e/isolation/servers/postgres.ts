import { randomBytes } from "node:crypto";
import { appendFileSync } from "node:fs";
import path from "node:path";
import { until } from "@veil/testing";
import { Client, escapeIdentifier, escapeLiteral } from "pg";
import { at, type Fields, listAt, type Manifest } from "../../support/deployment/manifests.ts";
import { type Context, OPERATOR_POD_UID as UID } from "../cluster/context.ts";
import { DNS_ADDRESS } from "../cluster/plan-cluster.ts";
import { namesOf, privateFile } from "../cluster/pod-container.ts";
import { PodProcess } from "../cluster/pod-process.ts";
import { ownFolder } from "../cluster/run-in-pod.ts";
import { dataOf } from "../cluster/secrets.ts";
import { debianPostgres } from "../network/commands.ts";

const DATA = "/var/lib/postgresql/data";
const PASSWORD = "/var/lib/postgresql/password";

/** Starts PostgreSQL. @returns the administrator's URL, which goes through the operator's pod */
export async function startPostgres(context: Context, id: string): Promise<string> {
  const { planned, network, forwards, objects } = context;
  const pod = planned.pod(id);
  const resource = objects.find(
    ({ kind, metadata }) => kind === "Cluster" && `${metadata.namespace}/${metadata.name}` === id,
  );
  if (resource === undefined) throw new Error(`The manifests have no Cluster ${id}`);
  const password = randomBytes(24).toString("hex");
  const data = ownFolder(network, pod, "data", UID);
  const letter = path.join(ownFolder(network, pod, "letter", UID), "password");
  const programs = debianPostgres();
  const shared = {
    uid: UID,
    mounts: {
      ...namesOf(network, pod, UID, { hosts: [], servers: [DNS_ADDRESS] }),
      [DATA]: data,
      [PASSWORD]: privateFile(letter, password, UID),
    },
  };
  const initdb = ["-D", DATA, "-U", "postgres", "-A", "scram-sha-256", `--pwfile=${PASSWORD}`];
  const options = ["-E", "UTF8", "--no-locale", "--no-sync", "--no-instructions", "-k"];
  const argv = [path.join(programs, "initdb"), ...initdb, ...options];
  await new PodProcess(network, pod, { ...shared, name: "initdb", argv }).run();
  appendFileSync(path.join(data, "pg_hba.conf"), "host all all 0.0.0.0/0 scram-sha-256\n");
  const settings = ["-c", "listen_addresses=*", "-c", "unix_socket_directories=/tmp"];
  new PodProcess(network, pod, {
    ...shared,
    name: "main",
    argv: [path.join(programs, "postgres"), "-D", DATA, ...settings, ...parametersOf(resource)],
  }).start();
  const operator = planned.pod("cnpg-system/cnpg-operator");
  const port = await forwards.through(operator, pod.addresses[0] ?? "", 5432);
  const serverUrl = `postgres://postgres:${password}@127.0.0.1:${port}`;
  await bootstrap(context, resource, serverUrl);
  return `${serverUrl}/${at(resource, "spec", "bootstrap", "initdb", "database")}`;
}

function parametersOf(resource: Manifest): readonly string[] {
  const parameters = at(resource, "spec", "postgresql", "parameters") as Fields;
  return Object.entries(parameters).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

async function bootstrap(
  { objects }: Context,
  resource: Manifest,
  serverUrl: string,
): Promise<void> {
  const { namespace, name } = resource.metadata;
  const initdb = at(resource, "spec", "bootstrap", "initdb") as Fields;
  const [database, owner] = [String(initdb["database"]), String(initdb["owner"])];
  const passwordIn = (secret: unknown) =>
    escapeLiteral(dataOf(objects, "Secret", namespace, String(secret))["password"] ?? "");
  await until(`${name} answers`, () => isReady(serverUrl));
  await statements(`${serverUrl}/postgres`, [
    `create role ${escapeIdentifier(owner)} login password ${passwordIn(at(initdb, "secret", "name"))}`,
    `create database ${escapeIdentifier(database)} owner ${escapeIdentifier(owner)} encoding 'UTF8'`,
  ]);
  await statements(`${serverUrl}/${database}`, [
    ...listAt(initdb, "postInitApplicationSQL").map(String),
    ...listAt(resource, "spec", "managed", "roles").map((role) => {
      const password = passwordIn(at(role, "passwordSecret", "name"));
      const limit = Number(at(role, "connectionLimit"));
      const login = `LOGIN PASSWORD ${password} CONNECTION LIMIT ${limit}`;
      return `alter role ${escapeIdentifier(String(at(role, "name")))} ${login}`;
    }),
  ]);
}

async function isReady(serverUrl: string): Promise<boolean> {
  try {
    await statements(`${serverUrl}/postgres`, ["select 1"]);
    return true;
  } catch {
    return false;
  }
}

async function statements(connectionString: string, list: readonly string[]): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 2_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    for (const text of list) await client.query(text);
  } finally {
    await client.end();
  }
}
