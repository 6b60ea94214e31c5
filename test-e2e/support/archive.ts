import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { type EmbeddedPostgres, PortBlock, startEmbeddedPostgres } from "@veil/local-stack";
import { queryAs } from "@veil/local-stack/inspection";
import { until } from "@veil/testing";

export interface ArchivedServer {
  readonly name: string;
  readonly postgres: EmbeddedPostgres;
  readonly port: number;
}

export interface Archive {
  /** Starts a PostgreSQL server that archives its write-ahead log. */
  start(name: string): Promise<ArchivedServer>;
  baseBackup(server: ArchivedServer): Promise<void>;
  /** Archives everything that the server has written so far. */
  flush(server: ArchivedServer): Promise<void>;
  /**
   * Starts a server from the archive of `server`, recovered to the moment `target` or, without one,
   * to the end of the archive.
   */
  restore(server: ArchivedServer, name: string, target?: string): Promise<ArchivedServer>;
  close(): Promise<void>;
}

const MAX_SERVERS = 5;
const BUCKET = "s3://archive";
/** The plugin passes the same options. */
const ENCRYPTED = ["--encryption", "AES256"];

/**
 * Opens an archive with the programs that CloudNativePG's Barman Cloud plugin runs, in an S3 server
 * on this machine.
 * @param programs - the folder of the programs (`scripts/with-barman`)
 * @param folder - the folder of the servers' data
 */
export async function openArchive(programs: string, folder: string): Promise<Archive> {
  // PostgreSQL's user must be able to enter it.
  chmodSync(folder, 0o711);
  const ports = await PortBlock.reserve();
  const free: number[] = [];
  for (let count = 0; count <= MAX_SERVERS; count += 1) free.push(await ports.next());
  const nextPort = () => free.pop() ?? 0;
  const store = await startStore(programs, nextPort());
  const servers: ArchivedServer[] = [];
  const helpers: Helper[] = [];
  const env = {
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    AWS_DEFAULT_REGION: "us-east-1",
    PYTHONDONTWRITEBYTECODE: "1",
    PATH: `${programs}:/usr/bin:/bin`,
  };
  const endpoint = ["--endpoint-url", store.url];
  const run = (name: string, args: readonly string[], cwd = folder, password = "") =>
    promisify(execFile)(path.join(programs, `barman-cloud-${name}`), [...endpoint, ...args], {
      cwd,
      env: { ...env, PGPASSWORD: password },
    });
  const homeOf = (name: string) => path.join(folder, name, "postgres");
  const dataOf = (name: string) => path.join(homeOf(name), "data");
  const begin = async (name: string, settings: readonly string[]) => {
    const port = nextPort();
    const stateDir = path.join(folder, name);
    const postgres = await startEmbeddedPostgres({ stateDir, port, settings });
    const server = { name, port, postgres };
    servers.push(server);
    return server;
  };
  const attend = (name: string, command: string) => {
    const helper = startHelper({ name, folder, data: dataOf(name), command, env });
    helpers.push(helper);
    return helper.setting;
  };

  return {
    start: (name) =>
      begin(name, [
        "archive_mode=on",
        `archive_command=${attend(name, `barman-cloud-wal-archive ${endpoint.join(" ")} --gzip ${ENCRYPTED.join(" ")} ${BUCKET} ${name} "$path"`)}`,
      ]),
    async baseBackup({ name, port, postgres }) {
      const connection = ["--host", "127.0.0.1", "--port", String(port), "--user", "postgres"];
      const options = ["--immediate-checkpoint", ...ENCRYPTED, "--name", "base"];
      const { password } = new URL(postgres.adminUrl);
      // As root, the server names its data folder by its working directory.
      await run("backup", [...connection, ...options, BUCKET, name], dataOf(name), password);
    },
    async flush({ postgres }) {
      const [row] = await queryAs<{ last: string }>(
        postgres.adminUrl,
        "select pg_walfile_name(pg_switch_wal()) as last",
      );
      await until("the segment is archived", async () => {
        const [state] = await queryAs<{ done: boolean }>(
          postgres.adminUrl,
          "select coalesce(last_archived_wal >= $1, false) as done from pg_stat_archiver",
          [row?.last],
        );
        return state?.done;
      });
    },
    async restore(source, name, target) {
      mkdirSync(homeOf(name), { recursive: true, mode: 0o711 });
      await run("restore", [BUCKET, source.name, "base", dataOf(name)]);
      const data = dataOf(name);
      writeFileSync(path.join(data, "recovery.signal"), "");
      handOver(data, dataOf(source.name));
      const password = "superuser.password";
      copyFileSync(path.join(homeOf(source.name), password), path.join(homeOf(name), password));
      const moment =
        target === undefined
          ? []
          : [`recovery_target_time=${target}`, "recovery_target_action=promote"];
      const server = await begin(name, [
        `restore_command=${attend(name, `barman-cloud-wal-restore ${endpoint.join(" ")} ${BUCKET} ${source.name} "$file" "$path" && chown --reference=PG_VERSION "$path"`)}`,
        ...moment,
      ]);
      // PostgreSQL accepts readers before it has reached the target.
      await until("the recovery has ended", async () => {
        const [row] = await queryAs<{ ended: boolean }>(
          server.postgres.adminUrl,
          "select not pg_is_in_recovery() as ended",
        );
        return row?.ended;
      });
      return server;
    },
    async close() {
      await Promise.all(servers.map(({ postgres }) => postgres.stop()));
      await Promise.all([store, ...helpers].map(({ stop }) => stop()));
      ports.release();
    },
  };
}

interface Helper {
  /** The command for PostgreSQL's setting. */
  readonly setting: string;
  stop(): Promise<void>;
}

interface HelperOptions {
  readonly name: string;
  readonly folder: string;
  readonly data: string;
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Starts a process that runs a command for each segment that PostgreSQL names, as the plugin's
 * container does. As root, PostgreSQL's user may be unable to run programs of this checkout.
 */
function startHelper({ name, folder, data, command, env }: HelperOptions): Helper {
  const [asked, answered] = ["asked", "answered"].map((what) =>
    path.join(folder, `${name}.${what}`),
  );
  spawnSync("mkfifo", ["-m", "666", `${asked}`, `${answered}`]);
  const loop = `while read -r file path < ${asked}; do (cd ${data} && ${command}); echo $? > ${answered}; done`;
  const child = spawn("sh", ["-c", loop], { env, detached: true, stdio: "ignore" });
  const ended = once(child, "exit");
  return {
    setting: `echo %f %p > ${asked}; read code < ${answered}; exit $code`,
    async stop() {
      process.kill(-(child.pid ?? 0), "SIGKILL");
      await ended;
    },
  };
}

/** Gives a folder to the owner of `model`, because PostgreSQL refuses data of another user. */
function handOver(folder: string, model: string): void {
  const { uid, gid } = statSync(model);
  for (const name of ["", ...readdirSync(folder, { recursive: true, encoding: "utf8" })])
    chownSync(path.join(folder, name), uid, gid);
  chmodSync(folder, 0o700);
}

async function startStore(programs: string, port: number) {
  const child = spawn(path.join(programs, "moto_server"), ["-H", "127.0.0.1", "-p", `${port}`], {
    env: { PYTHONDONTWRITEBYTECODE: "1" },
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  const url = `http://127.0.0.1:${port}`;
  await until("the store has its bucket", () =>
    fetch(`${url}/archive`, { method: "PUT" }).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return {
    url,
    async stop() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
