import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { chmodSync, chownSync, mkdirSync } from "node:fs";
import path from "node:path";
import type { PlannedPod } from "@veil/netpol";
import type { Network } from "../network/open-network.ts";

const ENTER = path.join(import.meta.dirname, "../network/enter-pod.sh");
const REPOSITORY = path.resolve(import.meta.dirname, "../../..");

export const REPOSITORY_INSIDE = "/opt/veil";
export const NODE_INSIDE = "/opt/node";

/** A program, and the files of this machine that it can see. */
export interface Container {
  readonly name: string;
  readonly uid: number;
  /** Program and arguments; `NODE_INSIDE` for Node. */
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Files and folders by their path in the pod. */
  readonly mounts?: Readonly<Record<string, string>>;
  readonly stdio?: StdioOptions;
}

/** Starts a program in the pod's network, without privileges and without a parent process between. */
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
    // The minimum that system programs need; nothing is inherited.
    env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LANG: "C.UTF-8", ...env },
    detached: true,
    stdio,
  });
}

/** A folder of the pod that `uid` may write to; created on the first call. */
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
