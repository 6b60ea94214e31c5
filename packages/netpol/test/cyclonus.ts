import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ContainerPort, Labels, NetworkPolicy, Protocol } from "../src/manifests/cluster.ts";
import { type Fields, fieldsAt, listAt } from "../src/manifests/fields.ts";
import type { ManifestObject } from "../src/manifests/yaml-documents.ts";

export interface ProbedPod {
  readonly id: string;
  readonly namespace: string;
  readonly namespaceLabels: Labels;
  readonly labels: Labels;
  readonly address: string;
  readonly ports: readonly ContainerPort[];
}

export interface PortProbe {
  readonly protocol: Protocol;
  readonly port: number;
}

export interface OutsideProbe extends PortProbe {
  readonly pod: ProbedPod;
  readonly direction: "in" | "out";
  readonly address: string;
}

export interface CyclonusResults {
  /** Indexed by port probe, source, destination. */
  readonly pods: readonly (readonly (readonly boolean[])[])[];
  readonly outside: readonly boolean[];
}

/**
 * Returns policies as the API server stores them, with defaults and without unknown fields, because
 * cyclonus reads only this form.
 */
export function storedPolicies(
  objects: readonly ManifestObject[],
  read: readonly NetworkPolicy[],
): readonly Fields[] {
  return objects.map(({ fields }, at) => {
    const spec = fieldsAt(fields["spec"], "spec");
    const rules = (field: "ingress" | "egress") =>
      listAt(spec[field], field).map((element) => storedRule(fieldsAt(element, field)));
    const metadata = fieldsAt(fields["metadata"], "metadata");
    return {
      apiVersion: "networking.k8s.io/v1",
      kind: "NetworkPolicy",
      metadata: { name: metadata["name"], namespace: metadata["namespace"] },
      spec: {
        podSelector: spec["podSelector"] ?? {},
        policyTypes: read[at]?.types,
        ingress: rules("ingress"),
        egress: rules("egress"),
      },
    };
  });
}

function storedRule({ from, to, ports }: Fields): Fields {
  const stored = listAt(ports, "ports").map((port) => ({
    protocol: "TCP",
    ...fieldsAt(port, "port"),
  }));
  return {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(stored.length === 0 ? {} : { ports: stored }),
  };
}

/** Runs cyclonus. @throws Error when cyclonus fails or returns fewer results than probes */
export function askCyclonus(
  program: string,
  policies: readonly Fields[],
  pods: readonly ProbedPod[],
  ports: readonly PortProbe[],
  outside: readonly OutsideProbe[],
): CyclonusResults {
  const folder = mkdtempSync(path.join(tmpdir(), "cyclonus-"));
  try {
    const write = (name: string, value: unknown) => {
      const file = path.join(folder, name);
      writeFileSync(file, JSON.stringify(value));
      return file;
    };
    const args = [
      "analyze",
      ...["--mode", "probe,query-traffic", "--verbosity", "error"],
      ...["--policy-path", write("policies.yaml", policyList(policies))],
      ...["--probe-path", write("probe.json", probeModel(pods, ports))],
      ...["--traffic-path", write("traffic.json", outside.map(traffic))],
    ];
    const { status, stdout, stderr } = spawnSync(program, args, {
      encoding: "utf8",
      maxBuffer: 256 * 1024 * 1024,
    });
    if (status !== 0) throw new Error(`cyclonus failed: ${stderr.slice(0, 2000)}`);
    return answers(stdout, pods.length, ports.length, outside.length);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function policyList(items: readonly Fields[]): Fields {
  return { apiVersion: "networking.k8s.io/v1", kind: "NetworkPolicyList", items };
}

function probeModel(pods: readonly ProbedPod[], ports: readonly PortProbe[]) {
  return {
    Probes: ports.map(({ protocol, port }) => ({ Protocol: protocol, Port: port })),
    Resources: {
      Namespaces: Object.fromEntries(
        pods.map(({ namespace, namespaceLabels }) => [namespace, namespaceLabels]),
      ),
      Pods: pods.map((pod, at) => ({
        Namespace: pod.namespace,
        // The names only determine the order of the tables.
        Name: `p${String(at).padStart(3, "0")}`,
        Labels: pod.labels,
        IP: pod.address,
        // Declares all ports, because cyclonus probes only declared ports.
        Containers: ports.map(({ protocol, port }) => ({
          Name: `c-${protocol.toLowerCase()}-${port}`,
          Port: port,
          Protocol: protocol,
          PortName: portName(pod, protocol, port),
        })),
      })),
    },
  };
}

function portName({ ports }: ProbedPod, protocol: Protocol, port: number): string {
  const declared = ports.find((each) => each.port === port && each.protocol === protocol);
  return declared?.name ?? `none-${protocol.toLowerCase()}-${port}`;
}

function traffic({ pod, direction, address, protocol, port }: OutsideProbe) {
  const inside = {
    Internal: {
      PodLabels: pod.labels,
      NamespaceLabels: pod.namespaceLabels,
      Namespace: pod.namespace,
    },
    IP: pod.address,
  };
  const [source, destination] =
    direction === "out" ? [inside, { IP: address }] : [{ IP: address }, inside];
  return {
    ...{ Source: source, Destination: destination, Protocol: protocol, ResolvedPort: port },
    ResolvedPortName: direction === "in" ? portName(pod, protocol, port) : "",
  };
}

function answers(text: string, pods: number, ports: number, outside: number): CyclonusResults {
  const tables = text
    .split(/^Combined:$/m)
    .slice(1, ports + 1)
    .map((part) =>
      (part.split(/^(?:Ingress:|query traffic:)$/m)[0] ?? "")
        .split("\n")
        .filter((line) => /^\| \S+\/\S+ /.test(line))
        .map((line) => ({
          line,
          cells: line
            .split("|")
            .slice(1, -1)
            .map((cell) => cell.trim()),
        }))
        .toSorted((a, b) => nameIn(a.line) - nameIn(b.line)),
    );
  const heads = [...text.matchAll(/^Combined:\n\+.*\n\|\s+\|(.*)\|$/gm)].map(([, line = ""]) =>
    line.split("|").map((cell) => nameIn(cell)),
  );
  const grid = tables.map((rows, at) =>
    rows.map(({ cells }) => {
      const columns = heads[at] ?? [];
      return Array.from({ length: pods }, (_, pod) => isOpen(cells[columns.indexOf(pod) + 1]));
    }),
  );
  const allowed = [...text.matchAll(/^\| IS ALLOWED\? \| +(TRUE|FALSE)/gm)].map(
    ([, text]) => text === "TRUE",
  );
  if (grid.length !== ports || grid.some(({ length }) => length !== pods))
    throw new Error(`cyclonus answered ${grid.length} of ${ports} probes`);
  if (allowed.length !== outside)
    throw new Error(`cyclonus answered ${allowed.length} of ${outside} questions`);
  return { pods: grid, outside: allowed };
}

function nameIn(cell: string): number {
  return Number(/\/p(\d{3})/i.exec(cell)?.[1] ?? Number.NaN);
}

function isOpen(cell: string | undefined): boolean {
  if (cell === ".") return true;
  if (cell === "X") return false;
  throw new Error(`cyclonus answered ${cell}`);
}
