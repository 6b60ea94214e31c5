import { execFileSync } from "node:child_process";

/** Resident memory of one process, as `ps` tells it (Linux, macOS), in megabytes. */
export function residentMegabytes(pid: number): number {
  const kilobytes = execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return Number(kilobytes) / 1024;
}
