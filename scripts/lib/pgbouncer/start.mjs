import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parse } from "yaml";
import { ROOT } from "../root.mjs";

const READY_ATTEMPTS = 200;
/** A user of every Linux machine, because PgBouncer refuses to run as root. */
const UNPRIVILEGED = { name: "daemon", id: 1 };

/**
 * Starts PgBouncer in front of a server, with the settings of k8s/components/pooler, and with what
 * CloudNativePG adds to them.
 */
export async function startPgbouncer(program, server) {
  const folder = mkdtempSync(path.join(tmpdir(), "veil-pgbouncer-"));
  const port = await freePort();
  const users = path.join(folder, "userlist.txt");
  const asRoot = process.getuid() === 0;
  writeFileSync(users, `"${server.username}" "${decodeURIComponent(server.password)}"\n`);
  writeFileSync(path.join(folder, "pgbouncer.ini"), configuration(server, port, users));
  const args = [...(asRoot ? ["-u", UNPRIVILEGED.name] : []), path.join(folder, "pgbouncer.ini")];
  if (asRoot) for (const each of [folder, users]) chownSync(each, UNPRIVILEGED.id, UNPRIVILEGED.id);
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
  const said = [];
  child.stderr.on("data", (chunk) => said.push(chunk));
  const ended = once(child, "exit").catch(() => undefined);
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true });
  };
  if (await isListening(port, child)) return { url: `postgres://127.0.0.1:${port}`, stop };
  await stop();
  throw new Error(`PgBouncer did not start: ${Buffer.concat(said)}`);
}

function configuration(server, port, users) {
  const manifests = readFileSync(path.join(ROOT, "k8s/components/pooler/poolers.yaml"), "utf8");
  const { poolMode, parameters } = parse(manifests.split("---\n")[0]).spec.pgbouncer;
  const { ignore_startup_parameters: ignored, ...shipped } = parameters;
  const settings = {
    ...shipped,
    ignore_startup_parameters: `${ignored},extra_float_digits,options`,
    // The tests' server has no certificate.
    client_tls_sslmode: "disable",
    server_tls_sslmode: "disable",
    pool_mode: poolMode,
    // A client gets another connection of the server for each transaction, as often as possible.
    server_round_robin: 1,
    // There are many databases, and PostgreSQL limits the sum of their connections.
    server_idle_timeout: 5,
    listen_addr: "127.0.0.1",
    listen_port: port,
    unix_socket_dir: "",
    auth_type: "md5",
    auth_file: users,
    auth_user: server.username,
    auth_query: "select usename, passwd from pg_catalog.pg_shadow where usename = $1",
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const database = `* = host=${server.hostname} port=${server.port || 5432}`;
  return ["[databases]", database, "[pgbouncer]", ...lines, ""].join("\n");
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function isListening(port, child) {
  for (let attempt = 0; attempt < READY_ATTEMPTS && child.exitCode === null; attempt += 1) {
    const socket = connect(port, "127.0.0.1");
    const answers = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (answers) return true;
    await sleep(50);
  }
  return false;
}
