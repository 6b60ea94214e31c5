import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { handOver, ownNameOf, type ServerIdentity } from "./server-identity.ts";

interface DataFolderOptions {
  readonly home: string;
  readonly binaries: string;
  readonly identity: ServerIdentity;
  readonly superuserPassword: string;
}

/** The folder of the socket, inside the data folder, which other users cannot open. */
export const SOCKET_FOLDER = "socket";

/**
 * Returns the data folder, which initdb creates on the first call. The folder gets its final name
 * only when it is complete, so an interrupted creation is repeated.
 * @throws Error with the message of initdb
 */
export function dataFolder({ home, binaries, identity, superuserPassword }: DataFolderOptions) {
  const data = path.join(home, "data");
  if (existsSync(data)) return data;
  const fresh = path.join(home, "data.new");
  rmSync(fresh, { recursive: true, force: true });
  privateFolder(fresh, identity);
  const letter = passwordLetter(superuserPassword, identity);
  try {
    initialise(path.join(binaries, "initdb"), fresh, letter, identity);
  } finally {
    rmSync(letter, { recursive: true, force: true });
  }
  privateFolder(path.join(fresh, SOCKET_FOLDER), identity);
  renameSync(fresh, data);
  return data;
}

function privateFolder(folder: string, identity: ServerIdentity): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  handOver(folder, identity);
}

/**
 * Writes the password to a file for initdb, because other users could read its arguments and
 * environment.
 */
function passwordLetter(password: string, identity: ServerIdentity): string {
  const folder = mkdtempSync(path.join(tmpdir(), "veil-initdb-"));
  const file = path.join(folder, "password");
  writeFileSync(file, password, { mode: 0o600 });
  handOver(file, identity);
  handOver(folder, identity);
  return folder;
}

function initialise(initdb: string, data: string, letter: string, identity: ServerIdentity): void {
  const { status, stderr, error } = spawnSync(
    initdb,
    [
      ...["-D", ownNameOf(data, identity), "-U", "postgres"],
      ...["-A", "scram-sha-256", `--pwfile=${path.join(letter, "password")}`],
      ...["-E", "UTF8", "--no-locale", "--no-sync", "--no-instructions"],
    ],
    { ...identity, cwd: data, env: {}, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`initdb failed: ${error?.message ?? stderr}`);
}
