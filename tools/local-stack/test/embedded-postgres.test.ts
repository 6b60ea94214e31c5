/** @slow starts servers */
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { PortBlock } from "../src/ports/port-block.ts";
import { nativeFolder } from "../src/postgres/native-folder.ts";
import { embeddedBinaries, removeCopy } from "../src/postgres/postgres-binaries.ts";
import { serverIdentity } from "../src/postgres/server-identity.ts";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../src/postgres/start-embedded-postgres.ts";
import { openDatabase } from "../src/stack/servers/databases.ts";

/** A private folder that the server's user cannot open, like a checkout in /root. */
const stateDir = mkdtempSync(path.join(tmpdir(), "local-stack-"));
let postgres: EmbeddedPostgres;
let ports: PortBlock;

beforeAll(async () => {
  ports = await PortBlock.reserve();
  postgres = await startEmbeddedPostgres({ stateDir, port: await ports.next() });
});

afterAll(async () => {
  await postgres.stop();
  ports.release();
  rmSync(stateDir, { recursive: true });
});

async function query(sql: string, url = postgres.adminUrl): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: url });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query(sql);
    return rows;
  } finally {
    await client.end();
  }
}

async function startAgain() {
  postgres = await startEmbeddedPostgres({ stateDir, port: await ports.next() });
}

describe("an embedded PostgreSQL", () => {
  test("PostgreSQL accepts only its generated password, and other users can read neither the password nor the data", async () => {
    const wrong = postgres.adminUrl.replace(/:[^:@]+@/, ":guess@");
    await expect(query("select 1", wrong)).rejects.toMatchObject({ code: "28P01" });
    expect(await query("SHOW password_encryption")).toEqual([
      { password_encryption: "scram-sha-256" },
    ]);
    const home = path.join(stateDir, "postgres");
    const modes = ["superuser.password", "data", "data/socket", "postgres.log"].map(
      (name) => statSync(path.join(home, name)).mode & 0o777,
    );
    expect(modes).toEqual([0o600, 0o700, 0o700, 0o600]);
  });

  test("PostgreSQL accepts connections through its socket too, but only with the password", async () => {
    const url = postgres.throughSocket(postgres.adminUrl);
    expect(await query("select inet_server_addr() as by_tcp", url)).toEqual([{ by_tcp: null }]);
    const wrong = url.replace(/:[^:@]+@/, ":guess@");
    await expect(query("select 1", wrong)).rejects.toMatchObject({ code: "28P01" });
  });

  test("PostgreSQL listens on the loopback address only", async () => {
    expect(await query("SHOW listen_addresses")).toEqual([{ listen_addresses: "127.0.0.1" }]);
  });

  test("PostgreSQL logs neither failed statements nor the values in their errors", async () => {
    await expect(query("select 'canary-4711'::uuid")).rejects.toThrow("canary-4711");
    await query("create table once (value text primary key)");
    await query("insert into once values ('canary-4712')");
    await expect(query("insert into once values ('canary-4712')")).rejects.toThrow("duplicate");
    expect(postgres.log()).toContain("ready to accept connections");
    expect(postgres.log()).not.toMatch(/canary-471|ERROR/);
  });

  test("PostgreSQL keeps its data after a stop, after a crash, and when its process id was reused", async () => {
    await query("create table kept as select 1 as run");
    await postgres.stop();
    await startAgain();
    expect(await query("select run from kept")).toEqual([{ run: 1 }]);

    process.kill(postgres.pid, "SIGKILL");
    await postgres.exited;
    const lock = path.join(stateDir, "postgres/data/postmaster.pid");
    const lines = readFileSync(lock, "utf8").split("\n");
    writeFileSync(lock, [process.pid, ...lines.slice(1)].join("\n"));
    await startAgain();
    expect(await query("select run from kept")).toEqual([{ run: 1 }]);
  });

  test("When the password file of the server is missing, then the start is refused, the error message suggests what to do, and no other password is stored", async () => {
    const file = path.join(stateDir, "postgres/superuser.password");
    const password = readFileSync(file);
    await postgres.stop();
    rmSync(file);
    const refused = /superuser\.password is missing.*from a backup.*remove .* to start over/;
    await expect(startAgain()).rejects.toThrow(refused);
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, password, { mode: 0o600 });
    await startAgain();
    expect(await query("select 1 as up")).toEqual([{ up: 1 }]);
  });

  test("When the file with a service's database password is missing, then the role gets a new password and keeps its data", async () => {
    const secretsDir = path.join(stateDir, "secrets");
    const options = {
      adminUrl: postgres.adminUrl,
      name: "audit",
      prefix: "lost",
      secretsDir,
    } as const;
    const { runtimeUrl, ownerUrl } = await openDatabase(options);
    await query("create table stored as select 1 as value", ownerUrl);
    for (const login of ["lost_audit_owner", "lost_audit_app"])
      rmSync(path.join(secretsDir, login));
    const again = await openDatabase(options);
    expect(again.runtimeUrl).not.toBe(runtimeUrl);
    expect(await query("select value from stored", again.ownerUrl)).toEqual([{ value: 1 }]);
    await again.drop();
  });

  test("A new server replaces a server that outlived the process that started it", async () => {
    const orphan = postgres;
    await startAgain();
    expect(await query("select 1 as up")).toEqual([{ up: 1 }]);
    expect(await orphan.exited).toEqual({ code: 0, signal: null });
  });

  test("PostgreSQL starts even if a process of a killed server is left and holds its shared memory", async () => {
    const [row] = await query(
      "select pid from pg_stat_activity where backend_type = 'checkpointer'",
    );
    const { pid } = row as { pid: number };
    process.kill(pid, "SIGSTOP");
    process.kill(postgres.pid, "SIGKILL");
    await postgres.exited;
    await startAgain();
    expect(await query("select 1 as up")).toEqual([{ up: 1 }]);
  });

  test("When PostgreSQL cannot start, then the error contains the server's reason and the path of its log", async () => {
    const dir = mkdtempSync(path.join(tmpdir(), "local-stack-taken-"));
    const port = Number(new URL(postgres.adminUrl).port);
    const log = path.join(dir, "postgres/postgres.log");
    await expect(startEmbeddedPostgres({ stateDir: dir, port })).rejects.toThrow(
      `PostgreSQL exited with code 1 while starting: could not create any TCP/IP sockets. See ${log}`,
    );
    rmSync(dir, { recursive: true });
  });

  test("PostgreSQL shuts down cleanly even if clients are connected", async () => {
    const client = new Client({ connectionString: postgres.adminUrl });
    const cut = new Promise((resolve) => client.on("error", resolve));
    await client.connect();
    await postgres.stop();
    expect(await postgres.exited).toEqual({ code: 0, signal: null });
    await cut;
    await startAgain();
  });
});

test("When the server's user cannot reach the binaries, then it gets a copy, which is removed after the run", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "local-stack-native-"));
  cpSync(nativeFolder(), path.join(folder, "native"), { recursive: true, verbatimSymlinks: true });
  const identity = serverIdentity();
  const native = path.join(folder, "native");
  const binaries = embeddedBinaries(folder, identity, native);
  expect(binaries === path.join(native, "bin")).toBe(identity === undefined);
  removeCopy(folder);
  expect(existsSync(binaries)).toBe(identity === undefined);
  rmSync(folder, { recursive: true });
});
