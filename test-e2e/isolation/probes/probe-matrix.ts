import type { AddressPlan, NetworkPolicy, PlannedPod, Protocol } from "@veil/netpol";
import type { Agent, Probe } from "./start-agents.ts";

export type ExpectedPorts = (
  from: PlannedPod,
  to: PlannedPod,
) => (protocol: Protocol, port: number) => boolean;

export interface Mismatch {
  readonly edge: string;
  readonly expected: "open" | "blocked";
  readonly got: string;
}

interface OpenEdge {
  readonly from: string;
  readonly to: string;
  readonly ports: readonly string[];
}

export interface MatrixResult {
  readonly probes: number;
  readonly open: number;
  readonly edges: readonly OpenEdge[];
  readonly mismatches: readonly Mismatch[];
}

/** The time-out for ports that may be open, which can take seconds to respond on a busy machine. */
const OPEN_MS = 10_000;
const BLOCKED_MS = 800;
const PROTOCOLS = ["TCP", "UDP"] as const;

/**
 * @param mayBeOpen - ports that get the longer time-out, even if they are not expected to be open
 */
export async function probeMatrix(
  agents: readonly Agent[],
  ports: readonly number[],
  expected: ExpectedPorts,
  mayBeOpen: ExpectedPorts = expected,
): Promise<MatrixResult> {
  const matrix = { agents, ports, expected, mayBeOpen };
  const rows = await Promise.all(agents.map((agent) => probeFrom(agent, matrix)));
  const cells = rows.flat();
  const open = cells.filter(({ got }) => got.startsWith("open"));
  const edges = new Map<string, OpenEdge>();
  for (const { from, to, protocol, port } of open) {
    const key = edgeName(from, to);
    const known = edges.get(key)?.ports ?? [];
    edges.set(key, { from: from.id, to: to.id, ports: [...known, `${protocol} ${port}`] });
  }
  return {
    probes: cells.length,
    open: open.length,
    edges: [...edges.values()],
    mismatches: cells.filter(isWrong).map(({ from, to, protocol, port, shouldOpen, got }) => ({
      edge: `${edgeName(from, to)} ${protocol} ${port}`,
      expected: shouldOpen ? "open" : "blocked",
      got,
    })),
  };
}

interface Cell extends Probe {
  readonly from: PlannedPod;
  readonly to: PlannedPod;
  readonly shouldOpen: boolean;
  readonly got: string;
}

interface Matrix {
  readonly agents: readonly Agent[];
  readonly ports: readonly number[];
  readonly expected: ExpectedPorts;
  readonly mayBeOpen: ExpectedPorts;
}

async function probeFrom(
  { pod: from, probe }: Agent,
  { agents, ports, expected, mayBeOpen }: Matrix,
): Promise<readonly Cell[]> {
  const cells = agents
    .map(({ pod }) => pod)
    .filter((to) => to !== from && (isPod(from) || isPod(to)))
    .flatMap((to) => {
      const opens = expected(from, to);
      const answers = mayBeOpen(from, to);
      const [address = ""] = to.addresses;
      return PROTOCOLS.flatMap((protocol) =>
        ports.map((port) => {
          const shouldOpen = opens(protocol, port);
          const isGivenTime = shouldOpen || answers(protocol, port);
          const timeoutMs = isGivenTime ? OPEN_MS : BLOCKED_MS;
          return { from, to, address, protocol, port, shouldOpen, timeoutMs };
        }),
      );
    });
  const results = await probe(
    cells.map(({ address, port, protocol, timeoutMs }) => ({
      address,
      port,
      protocol,
      timeoutMs,
    })),
  );
  return cells.map((cell, at) => ({ ...cell, got: results[at] ?? "no answer" }));
}

function isPod({ namespace }: PlannedPod): boolean {
  return namespace !== undefined;
}

/** Counts only silence as blocked, because a refusal comes from the other pod. */
function isWrong({ to, shouldOpen, got }: Cell): boolean {
  return shouldOpen ? got !== "open" && got !== `open ${to.id}` : got !== "silence";
}

function edgeName(from: PlannedPod, to: PlannedPod): string {
  return `${from.id} -> ${to.id}`;
}

/** Returns the ports to probe, including three common ones. */
export function probedPorts(
  { pods }: AddressPlan,
  policies: readonly NetworkPolicy[],
): readonly number[] {
  const declared = pods.flatMap((pod) => pod.ports.map(({ port }) => port));
  const named = policies
    .flatMap(({ egress, ingress }) => [...egress, ...ingress])
    .flatMap((rule) => rule.ports.flatMap(({ port }) => (typeof port === "number" ? [port] : [])));
  return [...new Set([...declared, ...named, 53, 443, 22])].toSorted((a, b) => a - b);
}
