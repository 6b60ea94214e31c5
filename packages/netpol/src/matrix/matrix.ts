import type { Expectations } from "../expectations/expectations.ts";
import type { Cluster } from "../manifests/cluster.ts";
import { formatBlocks } from "../semantics/addresses.ts";
import { describeConnections, isNothing } from "../semantics/connections.ts";
import { decisionAt } from "../semantics/evaluate.ts";
import { createModel, type Model } from "../semantics/model.ts";
import type { ModelPod } from "../semantics/model-pod.ts";
import { type Reachability, reachability } from "../semantics/reachability.ts";
import { unknownPods } from "../semantics/unknown-pods.ts";

export interface MatrixPod {
  readonly id: string;
  readonly namespace: string;
  readonly name: string;
  readonly kind: string;
  readonly owner: "manifests" | "platform";
  readonly role?: "sandbox-a" | "sandbox-b" | "proxy";
}

/** An open edge. A pair of pods without an edge is closed on every port. */
interface MatrixEdge {
  readonly from: string;
  readonly to: string;
  readonly ports: string;
  readonly policies: readonly string[];
}

interface MatrixOutside {
  readonly pod: string;
  readonly direction: "in" | "out";
  readonly region: string;
  readonly blocks: readonly string[];
  readonly ports: string;
  readonly policies: readonly string[];
}

interface MatrixUnknownPod {
  readonly unknownPod: string;
  readonly pod: string;
  readonly direction: "in" | "out";
  readonly ports: string;
}

export interface Matrix {
  readonly pods: readonly MatrixPod[];
  readonly edges: readonly MatrixEdge[];
  readonly outside: readonly MatrixOutside[];
  readonly unknownPods: readonly MatrixUnknownPod[];
  readonly policies: number;
}

export function createMatrix(cluster: Cluster, expectations?: Expectations): Matrix {
  const model = createModel(cluster, expectations);
  const { edges, outside } = reachability(model);
  const pods = model.pods.map((pod) => matrixPod(pod, expectations)).toSorted(byZone(expectations));
  const place = (id: string) => pods.findIndex((pod) => pod.id === id);
  return {
    pods,
    edges: edges
      .map(({ from, to, connections, policies }) => ({
        from: from.id,
        to: to.id,
        ports: describeConnections(connections),
        policies,
      }))
      .toSorted((a, b) => place(a.from) - place(b.from) || place(a.to) - place(b.to)),
    outside: outside.map(outsideOf).toSorted((a, b) => place(a.pod) - place(b.pod)),
    unknownPods: unknownPodEdges(model),
    policies: cluster.policies.length,
  };
}

function matrixPod(
  { id, endpoint, owner, workload }: ModelPod,
  expectations?: Expectations,
): MatrixPod {
  const name = id.slice(id.indexOf("/") + 1);
  const is = (other: string) => owner === "manifests" && [id, name, workload?.name].includes(other);
  const role = expectations?.sandboxes.a.some(is)
    ? "sandbox-a"
    : expectations?.sandboxes.b.some(is)
      ? "sandbox-b"
      : expectations?.proxies.some(is) === true
        ? "proxy"
        : undefined;
  return {
    id,
    namespace: endpoint.namespace ?? "",
    name,
    kind: workload?.kind ?? "platform",
    owner,
    ...(role === undefined ? {} : { role }),
  };
}

function byZone(expectations?: Expectations): (a: MatrixPod, b: MatrixPod) => number {
  const rank = ({ owner, namespace }: MatrixPod) => {
    const zone = expectations?.zones.indexOf(namespace) ?? -1;
    return owner === "platform" ? 2_000 : zone === -1 ? 1_000 : zone;
  };
  return (a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1);
}

function outsideOf(edge: Reachability["outside"][number]): MatrixOutside {
  return {
    pod: edge.pod.id,
    direction: edge.direction,
    region: edge.region,
    blocks: formatBlocks(edge.addresses),
    ports: describeConnections(edge.connections),
    policies: edge.policies,
  };
}

function unknownPodEdges(model: Model): readonly MatrixUnknownPod[] {
  const ours = model.pods.filter(({ owner }) => owner === "manifests");
  return unknownPods(model).flatMap(({ description, endpoint }) =>
    ours.flatMap(({ id, endpoint: pod }) =>
      (["Ingress", "Egress"] as const).flatMap((direction): MatrixUnknownPod[] => {
        const { connections } = decisionAt(model.cluster.policies, direction, pod, endpoint);
        if (isNothing(connections)) return [];
        const ports = describeConnections(connections);
        return [
          {
            unknownPod: description,
            pod: id,
            direction: direction === "Ingress" ? "in" : "out",
            ports,
          },
        ];
      }),
    ),
  );
}
