// Removes the namespaces, folder and processes of a run:
// remove-run.mjs after RUN    when standard input ends, because the process at its other end ended
// remove-run.mjs leftovers    at once, for all runs whose process has ended
// A run is called `veil-e2e-<process>-<its start>`. The start time detects a reused process id.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const NAMESPACES = "/run/netns";
const RUN = /^veil-e2e-(\d+)-(\d+)/;

const [mode = "", run = ""] = process.argv.slice(2);
if (mode === "leftovers") for (const dead of deadRuns()) remove(dead);
else process.stdin.resume().on("end", () => remove(run));

function remove(name) {
  if (!RUN.test(name)) return;
  const namespaces = listed(NAMESPACES).filter((each) => each.startsWith(`${name}.`));
  for (const namespace of namespaces) killAll(namespace);
  for (const namespace of namespaces) attempt(() => ip(["netns", "del", namespace]));
  rmSync(path.join(tmpdir(), name), { recursive: true, force: true });
}

function deadRuns() {
  const found = [...listed(NAMESPACES), ...listed(tmpdir())].map((name) => RUN.exec(name));
  const runs = new Map(found.filter(Boolean).map(([name, pid, start]) => [name, { pid, start }]));
  return [...runs].filter(([, { pid, start }]) => startOf(pid) !== start).map(([name]) => name);
}

function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}

/** Scans repeatedly, because a starting process may appear after the first scan. */
function killAll(namespace) {
  for (let look = 0; look < 5; look += 1) {
    const pids = attempt(() => ip(["netns", "pids", namespace])) ?? "";
    if (pids.trim() === "") return;
    for (const pid of pids.trim().split("\n")) attempt(() => process.kill(Number(pid), "SIGKILL"));
  }
}

function ip(args) {
  return execFileSync("ip", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}

function listed(folder) {
  return existsSync(folder) ? readdirSync(folder) : [];
}

function attempt(step) {
  try {
    return step();
  } catch {
    return undefined;
  }
}
