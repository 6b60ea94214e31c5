import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { keptSecret } from "../kept-secret.ts";
import { type ChildExit, childExit } from "../process/child-exit.ts";
import { spawnDetached } from "../process/spawn-detached.ts";
import { stopChild } from "../process/stop-child.ts";
import { dataFolder, SOCKET_FOLDER } from "./data-folder.ts";
import { embeddedBinaries, removeCopy } from "./postgres-binaries.ts";
import { handOver, ownNameOf, type ServerIdentity, serverIdentity } from "./server-identity.ts";
import { socketUrl } from "./socket-url.ts";
import { clearStaleServer, isReady } from "./stale-server.ts";

export interface EmbeddedPostgres {
  readonly adminUrl: string;
  /**
   * Returns the URL for the socket, which is faster than TCP, or unchanged if the socket's path is
   * too long.
   */
  throughSocket(url: string): string;
  readonly pid: number;
  log(): string;
  readonly exited: Promise<ChildExit>;
  /** Stops the server with a fast shutdown, which rolls back open transactions. */
  stop(): Promise<void>;
}

interface EmbeddedPostgresOptions {
  /** The folder of data, password and log, which are kept for the next start. */
  readonly stateDir: string;
  readonly port: number;
  readonly binaries?: string;
  /** Certificate and key in PEM. If absent, connections are not encrypted. */
  readonly certificate?: { readonly cert: string; readonly key: string };
  /** Settings such as `archive_mode=on`. Commands in them run as the server's user. */
  readonly settings?: readonly string[];
}

const START_MS = 600_000;
const STOP_MS = 3_500;

/**
 * Settings that keep clients' input out of the log: it contains no statements, and no error
 * messages, which quote values. LOG ranks above ERROR in `log_min_messages`.
 */
const SETTINGS = [
  "listen_addresses=127.0.0.1",
  `unix_socket_directories=${SOCKET_FOLDER}`,
  "password_encryption=scram-sha-256",
  "log_min_messages=log",
  "log_min_error_statement=panic",
  "log_error_verbosity=terse",
  "log_statement=none",
  "log_parameter_max_length=0",
  "log_parameter_max_length_on_error=0",
];

/**
 * Starts a server on 127.0.0.1, also as root. Uses the data of earlier runs, even after a crash.
 * @throws Error when the server does not start; then nothing is left running
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const identity = serverIdentity();
  // The mode allows others to enter but not to list the folder, because PostgreSQL before 16 opens
  // its data folder by its full path.
  mkdirSync(path.join(options.stateDir, "postgres"), { recursive: true, mode: 0o711 });
  const home = realpathSync(path.join(options.stateDir, "postgres"));
  await clearStaleServer(path.join(home, "data"));
  const binaries = options.binaries ?? embeddedBinaries(home, identity);
  const superuserPassword = keptPassword(home);
  const data = dataFolder({ home, binaries, identity, superuserPassword });
  const logFile = path.join(home, "postgres.log");
  const { port, certificate } = options;
  const settings = [
    ...(certificate === undefined ? [] : encryption(data, identity, certificate)),
    ...(options.settings ?? []),
  ];
  const child = spawnServer({ binaries, data, port, identity, logFile, settings });
  const exited = childExit(child);
  const stop = async () => {
    await stopChild({ child, exited, signal: "SIGINT", graceMs: STOP_MS, lastSignal: "SIGQUIT" });
    removeCopy(home);
  };
  try {
    await untilReady({ data, child, exited, logFile });
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    adminUrl: `postgres://postgres:${superuserPassword}@127.0.0.1:${port}/postgres`,
    throughSocket: (url) => socketUrl(url, path.join(data, SOCKET_FOLDER), port),
    pid: child.pid ?? 0,
    log: () => readFileSync(logFile, "utf8"),
    exited,
    stop,
  };
}

/**
 * Returns the password of the superuser. A lost password is not replaced, because the database
 * accepts only the password with which it was created.
 */
function keptPassword(home: string): string {
  const file = path.join(home, "superuser.password");
  return keptSecret(file, () => {
    const data = path.join(home, "data");
    if (!existsSync(data)) return randomBytes(24).toString("base64url");
    throw new Error(
      `${file} is missing, and ${data} accepts no other password. ` +
        `Restore the file from a backup, or remove ${path.dirname(home)} to start over without the stored data`,
    );
  });
}

interface ServerOptions {
  readonly binaries: string;
  readonly data: string;
  readonly port: number;
  readonly identity: ServerIdentity;
  readonly logFile: string;
  readonly settings: readonly string[];
}

/**
 * Returns the settings for TLS. The server must own its private key. Paths are relative to the data
 * folder.
 */
function encryption(
  data: string,
  identity: ServerIdentity,
  files: Readonly<Record<"cert" | "key", string>>,
): readonly string[] {
  for (const [kind, text] of Object.entries(files)) {
    const file = path.join(data, `server.${kind}`);
    writeFileSync(file, text, { mode: 0o600 });
    handOver(file, identity);
  }
  return ["ssl=on", "ssl_cert_file=server.cert", "ssl_key_file=server.key"];
}

function spawnServer(options: ServerOptions): ChildProcess {
  const { binaries, data, port, identity, logFile } = options;
  const settings = [...SETTINGS, ...options.settings].flatMap((setting) => ["-c", setting]);
  return spawnDetached(
    path.join(binaries, "postgres"),
    ["-D", ownNameOf(data, identity), "-p", String(port), ...settings],
    { ...identity, cwd: data, env: {}, logFile },
  );
}

interface StartingServer {
  readonly data: string;
  readonly child: ChildProcess;
  readonly exited: Promise<ChildExit>;
  readonly logFile: string;
}

async function untilReady({ data, child, exited, logFile }: StartingServer) {
  const deadline = Date.now() + START_MS;
  let ended: ChildExit | undefined;
  void exited.then((exit) => {
    ended = exit;
  });
  while (!isReady(data, child.pid ?? 0)) {
    if (ended !== undefined)
      throw new Error(
        `PostgreSQL exited with code ${ended.code} while starting: ${lastFatal(logFile)}. See ${logFile}`,
      );
    if (Date.now() > deadline) throw new Error("PostgreSQL is not ready after ten minutes");
    await sleep(10);
  }
}

/** Returns the message of the last FATAL line. The log contains no input of clients. */
function lastFatal(logFile: string): string {
  const messages = [...readFileSync(logFile, "utf8").matchAll(/FATAL: +(.*)/g)];
  return messages.at(-1)?.[1] ?? "without a message";
}
