import { readdirSync, readFileSync, readlinkSync } from "node:fs";

const LISTENING = "0A";

/**
 * Returns the ids of the processes that listen on a port. Returns none on systems without Linux's
 * /proc.
 */
export function processesListeningOn(port: number): readonly number[] {
  const sockets = new Set(["tcp", "tcp6"].flatMap((table) => socketsOn(port, table)));
  if (sockets.size === 0) return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => filesOf(pid).some((file) => sockets.has(file)))
    .map(Number);
}

function socketsOn(port: number, table: string): readonly string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return readOrNothing(() => readFileSync(`/proc/net/${table}`, "utf8").split("\n")).flatMap(
    (line) => {
      const [, local = "", , state, , , , , , inode] = line.trim().split(/\s+/);
      return local.endsWith(suffix) && state === LISTENING ? [`socket:[${inode}]`] : [];
    },
  );
}

function filesOf(pid: string): readonly string[] {
  return readOrNothing(() => readdirSync(`/proc/${pid}/fd`)).flatMap((fd) =>
    readOrNothing(() => [readlinkSync(`/proc/${pid}/fd/${fd}`)]),
  );
}

function readOrNothing(read: () => readonly string[]): readonly string[] {
  try {
    return read();
  } catch {
    return [];
  }
}
