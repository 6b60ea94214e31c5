import type { PlannedPod } from "@veil/netpol";
import type { MatrixResult, Mismatch } from "./probe-matrix.ts";

const MANY = 12;

/**
 * Prints the open edges. Omits edges between pods that no policy binds, because these pods always
 * reach each other.
 */
export function printMatrix({ edges }: MatrixResult, isBound: (id: string) => boolean): string {
  const bound = edges.filter(({ from, to }) => isBound(from) || isBound(to));
  const width = Math.max(...bound.map(({ from }) => from.length));
  const rows = bound
    .map(({ from, to, ports }) => `  ${from.padEnd(width)} -> ${to}: ${portList(ports)}`)
    .toSorted();
  const rest = edges.length - bound.length;
  return [
    "open, as probed:",
    ...rows,
    `  and ${rest} edges between ends that no policy binds`,
  ].join("\n");
}

export function printSummary(what: string, result: MatrixResult): string {
  const { probes, open, mismatches } = result;
  const figures = `${probes} probes, ${open} open, ${mismatches.length} mismatches`;
  return [
    `isolation, ${what}: ${figures}`,
    ...mismatches.slice(0, MANY).map(printMismatch),
    ...(mismatches.length > MANY ? [`  and ${mismatches.length - MANY} more`] : []),
  ].join("\n");
}

function printMismatch({ edge, expected, got }: Mismatch): string {
  return `  ${edge}: expected ${expected}, got ${got}`;
}

export function boundBy(zones: readonly string[], pods: readonly PlannedPod[]) {
  const bound = new Set(
    pods.flatMap(({ id, namespace }) => (zones.some((zone) => zone === namespace) ? [id] : [])),
  );
  return (id: string) => bound.has(id);
}

function portList(ports: readonly string[]): string {
  const listed = (protocol: string) =>
    ports.filter((port) => port.startsWith(protocol)).map((port) => port.slice(4));
  return ["TCP", "UDP"]
    .filter((protocol) => listed(protocol).length > 0)
    .map((protocol) => `${protocol} ${listed(protocol).join(",")}`)
    .join("; ");
}
