import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { AddressPlan, PlannedPod } from "@veil/netpol";
import { command, ipBatch } from "./commands.ts";

export interface Network {
  readonly plan: AddressPlan;
  /** A folder for this run, which is removed with the namespaces. */
  readonly folder: string;
  /** The node's network namespace, from which the kubelet probes. */
  readonly node: string;
  namespaceOf(pod: PlannedPod): string;
  load(rules: string): Promise<void>;
  rules(): Promise<readonly NftRule[]>;
  close(): Promise<void>;
}

export interface NftRule {
  readonly chain: string;
  readonly comment?: string;
  readonly expr: readonly Readonly<Record<string, unknown>>[];
}

const REMOVE = path.join(import.meta.dirname, "remove-run.mjs");
/** The router's address on each of its links. Link-local addresses may repeat. */
const GATEWAY = "169.254.1.1";
const SETTINGS = ["net.ipv6.conf.all.disable_ipv6=1", "net.ipv6.conf.default.disable_ipv6=1"];

/**
 * Opens a network without rules. First removes what earlier runs left. A separate process removes
 * this run's network when this process ends.
 */
export async function openNetwork(plan: AddressPlan): Promise<Network> {
  await command(process.execPath, [REMOVE, "leftovers"]);
  const run = `veil-e2e-${process.pid}-${startOfThisProcess()}`;
  const folder = path.join(tmpdir(), run);
  mkdirSync(folder, { mode: 0o711 });
  const remover = spawn(process.execPath, [REMOVE, "after", run], {
    detached: true,
    stdio: ["pipe", "ignore", "inherit"],
  });
  const removed = once(remover, "exit");
  const node = `${run}.node`;
  const namespaceOf = (pod: PlannedPod) => `${run}.${pod.interface}`;
  const close = async () => {
    remover.stdin?.end();
    await removed;
  };
  try {
    await build(plan, node, namespaceOf);
  } catch (error) {
    await close();
    throw error;
  }
  const nft = (args: readonly string[], input?: string) =>
    command("ip", ["netns", "exec", node, "nft", ...args], input);
  return {
    plan,
    folder,
    node,
    namespaceOf,
    close,
    load: async (rules) => void (await nft(["-f", "-"], `flush ruleset\n${rules}`)),
    async rules() {
      const { nftables } = JSON.parse(await nft(["-j", "list", "ruleset"])) as {
        nftables: readonly { readonly rule?: NftRule }[];
      };
      return nftables.flatMap(({ rule }) => (rule === undefined ? [] : [rule]));
    },
  };
}

async function build(
  { pods }: AddressPlan,
  node: string,
  namespaceOf: (pod: PlannedPod) => string,
): Promise<void> {
  const all = [node, ...pods.map(namespaceOf)];
  await ipBatch(
    [],
    all.map((name) => `netns add ${name}`),
  );
  await set(node, ["net.ipv4.ip_forward=1", ...SETTINGS]);
  await ipBatch(
    [],
    pods.map((pod) => {
      const peer = `type veth peer name eth0 netns ${namespaceOf(pod)}`;
      return `link add dev ${pod.interface} netns ${node} ${peer}`;
    }),
  );
  await Promise.all(pods.map((pod) => buildPod(pod, namespaceOf(pod))));
  await ipBatch(
    ["-n", node],
    pods.flatMap(({ interface: link, addresses: [address] }) => [
      `addr add ${GATEWAY}/32 dev ${link}`,
      `link set dev ${link} up`,
      `route add ${address}/32 dev ${link}`,
    ]),
  );
}

async function buildPod({ addresses: [address] }: PlannedPod, namespace: string): Promise<void> {
  // Otherwise only root could listen on ports such as 53 and 443.
  await set(namespace, ["net.ipv4.ip_unprivileged_port_start=0", ...SETTINGS]);
  await ipBatch(
    ["-n", namespace],
    [
      "link set dev lo up",
      `addr add ${address}/32 dev eth0`,
      "link set dev eth0 up",
      `route add ${GATEWAY}/32 dev eth0 scope link`,
      `route add default via ${GATEWAY} dev eth0 onlink src ${address}`,
    ],
  );
}

async function set(namespace: string, settings: readonly string[]): Promise<void> {
  await command("ip", ["netns", "exec", namespace, "sysctl", "-qw", ...settings]);
}

function startOfThisProcess(): string {
  const stat = readFileSync("/proc/self/stat", "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
}
