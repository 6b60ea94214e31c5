import { execFileSync } from "node:child_process";

export function processTree(root: number): number[] {
  const list = execFileSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" });
  const rows = list
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const found = [root];
  for (const parent of found)
    found.push(...rows.filter(([, ppid]) => ppid === parent).map(([pid = 0]) => pid));
  return found;
}

/** Returns the processes that are running. Omits zombies. */
export function stillRunning(pids: readonly number[]): number[] {
  return pids.filter((pid) => {
    try {
      const state = execFileSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
      return !state.startsWith("Z");
    } catch {
      return false;
    }
  });
}

export function pidOf(tree: readonly number[], argument: string): number {
  const found = tree.find((pid) => commandOf(pid).includes(argument));
  if (found === undefined) throw new Error(`No process runs ${argument}`);
  return found;
}

function commandOf(pid: number): string {
  try {
    return execFileSync("ps", ["-ww", "-o", "args=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return "";
  }
}
