import { readFileSync } from "node:fs";
import path from "node:path";
import {
  type AddressPlan,
  type Cluster,
  type Expectations,
  type ExtraPod,
  findExpectations,
  loadManifests,
  type PlannedPod,
  planAddresses,
  readCluster,
  readExpectations,
} from "@veil/netpol";

const RENDERED = path.resolve(import.meta.dirname, "../../../k8s/rendered/dev.yaml");

export interface PlannedCluster {
  readonly objects: ReturnType<typeof loadManifests>["objects"];
  readonly cluster: Cluster;
  readonly plan: AddressPlan;
  readonly zones: readonly string[];
  pod(id: string): PlannedPod;
}

/** Workloads that get a second pod, because testing the edges between replicas requires two. */
const COPIES = [
  "veil-data/gateway-db",
  "veil-audit/audit-db",
  "veil-data/rabbitmq",
  "veil-edge/edge-gateway",
  "veil-edge/edge-gateway",
] as const;

const FOREIGN = "default";

export const PROVIDER_ADDRESS = "203.0.113.10";
export const API_SERVER_ADDRESS = "172.18.0.2";
const OUTSIDE: readonly ExtraPod[] = [
  { id: "internet", address: PROVIDER_ADDRESS },
  { id: "api-server", address: API_SERVER_ADDRESS },
  { id: "cloud-metadata", address: "169.254.169.254" },
  { id: "private-machine", address: "192.168.7.7" },
];

export const DNS_ADDRESS = "10.96.0.10";
const DNS = "kube-dns";

export function planCluster(): PlannedCluster {
  const { objects, variant } = loadManifests(RENDERED);
  const cluster = readCluster(objects);
  const file = findExpectations(RENDERED) ?? "";
  const expectations = readExpectations(readFileSync(file, "utf8"), file, variant);
  const platform = expectations.platform.map(
    ({ name, ...pod }): ExtraPod => ({ id: `${pod.namespace}/${name}`, ...pod }),
  );
  const extra = [...copies(cluster), ...platform, ...unknownPods(expectations), ...OUTSIDE];
  const planned = planAddresses(cluster, { extra });
  const plan = { pods: planned.pods, services: [...services(planned), ...nameService(planned)] };
  const pod = (id: string) => podOf(plan, id);
  return { objects, cluster, plan, zones: expectations.zones, pod };
}

function copies({ workloads }: Cluster): readonly ExtraPod[] {
  return COPIES.map((id, at): ExtraPod => {
    const original = workloads.find((workload) => workload.id === id);
    if (original === undefined) throw new Error(`The manifests have no ${id}`);
    const number = 2 + COPIES.slice(0, at).filter((earlier) => earlier === id).length;
    const { namespace, labels, ports } = original;
    return { id: `${id}-${number}`, namespace, labels, ports };
  });
}

function unknownPods({ zones }: Expectations): readonly ExtraPod[] {
  return [...zones, FOREIGN].map((namespace) => ({ id: `${namespace}/unknown-pod`, namespace }));
}

/** Returns the Services without the addresses of copies, which no Service selects. */
function services({ pods, services: all }: AddressPlan): AddressPlan["services"] {
  const standby = pods.filter(({ id }) => COPIES.some((copied) => id.startsWith(`${copied}-`)));
  const addresses = new Set(standby.flatMap((pod) => pod.addresses));
  return all.map((service) => ({
    ...service,
    backends: service.backends.filter(({ address }) => !addresses.has(address)),
  }));
}

function nameService(plan: AddressPlan): AddressPlan["services"] {
  const { addresses } = podOf(plan, `kube-system/${DNS}`);
  const backends = addresses.map((address) => ({ address, port: 53 }));
  return (["UDP", "TCP"] as const).map((protocol) => ({
    ...{ id: `kube-system/${DNS}`, address: DNS_ADDRESS, protocol, port: 53, backends },
  }));
}

function podOf({ pods }: AddressPlan, id: string): PlannedPod {
  const found = pods.find((pod) => pod.id === id);
  if (found === undefined) throw new Error(`No pod ${id}`);
  return found;
}
