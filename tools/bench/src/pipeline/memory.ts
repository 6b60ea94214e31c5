import { execFileSync } from "node:child_process";
import { type Figure, figure } from "../report.ts";

export function memoryFigures(name: string, pids: ReadonlyMap<string, number>): Figure[] {
  return [...pids].map(([process, pid]) =>
    figure(`${name}.memory.${process}_mb`, residentMegabytes(pid), "MB"),
  );
}

export function residentMegabytes(pid: number): number {
  const kilobytes = execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return Number(kilobytes) / 1024;
}
