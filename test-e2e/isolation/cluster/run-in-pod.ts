import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { chmodSync, chownSync, mkdirSync } from "node:fs";
import path from "node:path";
import type { PlannedPod } from "@veil/netpol";
import type { Network } from "../network/open-network.ts";

const ENTER = path.join(import.meta.dirname, "../network/enter-pod.sh");
const REPOSITORY = path.resolve(import.meta.dirname, "../../..");

export const REPOSITORY_INSIDE = "/opt/veil";
export const NODE_INSIDE = "/opt/node";

export interface Container {
  readonly name: string;
  readonly uid: number;
  /** The program and its arguments. `NODE_INSIDE` is the path of Node. */
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Paths on the host, keyed by their path in the pod. */
  readonly mounts?: Readonly<Record<string, string>>;
  readonly stdio?: StdioOptions;
}

/** Runs the program without privileges and without an intermediate parent process. */
export function runInPod(network: Network, pod: PlannedPod, container: Container): ChildProcess {
  const { name, uid, argv, env = {}, mounts = {}, stdio = "inherit" } = container;
  const root = folderOf(network, pod, `${name}.root`);
  const all = {
    "/tmp": ownFolder(network, pod, `${name}.tmp`, uid),
    [REPOSITORY_INSIDE]: REPOSITORY,
    [NODE_INSIDE]: process.execPath,
    ...mounts,
  };
  const pairs = Object.entries(all).flatMap(([target, source]) => [source, target]);
  const enter = ["/bin/sh", ENTER, root, String(uid), ...pairs, "--", ...argv];
  return spawn("ip", ["netns", "exec", network.namespaceOf(pod), ...enter], {
    env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LANG: "C.UTF-8", ...env },
    detached: true,
    stdio,
  });
}

/** Creates the folder on the first call; `uid` may write to it. */
export function ownFolder(network: Network, pod: PlannedPod, name: string, uid: number): string {
  const folder = folderOf(network, pod, name);
  chownSync(folder, uid, uid);
  chmodSync(folder, 0o700);
  return folder;
}

function folderOf({ folder }: Network, pod: PlannedPod, name: string): string {
  const found = path.join(folder, pod.interface, name);
  mkdirSync(found, { recursive: true });
  return found;
}
