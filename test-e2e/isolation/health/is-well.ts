import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import path from "node:path";
import type { PlannedPod } from "@veil/netpol";
import type { HealthAction, HealthCheck } from "../../support/health-checks.ts";
import {
  type Container,
  NODE_INSIDE,
  ownFolder,
  REPOSITORY_INSIDE,
  runInPod,
} from "../cluster/run-in-pod.ts";
import type { Network } from "../network/open-network.ts";

const ASK = path.join(import.meta.dirname, "ask.mjs");

/**
 * Checks health as the kubelet or Docker does: programs run with the container's user, files and
 * environment; connections come from the node.
 */
export function isWell(
  network: Network,
  pod: PlannedPod,
  container: Container,
  { action, timeoutMs }: Pick<HealthCheck, "action" | "timeoutMs">,
): Promise<boolean> {
  const child =
    action.kind === "exec"
      ? execute(network, pod, container, action.command)
      : ask(network, pod, action);
  return endsWell(child, timeoutMs);
}

function execute(
  network: Network,
  pod: PlannedPod,
  container: Container,
  command: readonly string[],
): ChildProcess {
  const { name, uid, mounts } = container;
  return runInPod(network, pod, {
    ...container,
    name: `check-${randomBytes(4).toString("hex")}`,
    argv: inPod(command),
    mounts: { ...mounts, "/tmp": ownFolder(network, pod, `${name}.tmp`, uid) },
    stdio: "ignore",
  });
}

function inPod([program = "", ...args]: readonly string[]): readonly string[] {
  if (program !== "node") return [program, ...args];
  const script = `${REPOSITORY_INSIDE}/scripts/image/healthcheck.mjs`;
  return [NODE_INSIDE, ...args.map((word) => (word === "healthcheck.mjs" ? script : word))];
}

function ask(
  network: Network,
  { addresses: [address = ""] }: PlannedPod,
  action: Exclude<HealthAction, { kind: "exec" }>,
): ChildProcess {
  const where = [address, String(action.port), ...(action.kind === "http" ? [action.path] : [])];
  return spawn("ip", ["netns", "exec", network.node, process.execPath, ASK, ...where], {
    stdio: "ignore",
  });
}

function endsWell(child: ChildProcess, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const late = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
    child.once("exit", (code) => {
      clearTimeout(late);
      resolve(code === 0);
    });
  });
}
