import { escapeUTF8 } from "entities";
import type { Matrix, MatrixPod } from "./matrix.ts";

const CELL = 34;
const LEFT = 280;
const TOP = 190;
const RIGHT = 40;
const BOTTOM = 90;

// These colors are readable with red-green color blindness and in grayscale.
const COLORS = {
  open: "#1f5fa8",
  outside: "#b35900",
  closed: "#f3f4f6",
  split: "#7a1f5c",
  line: "#c9ced6",
  zone: ["#e8eef7", "#f4efe4"],
  text: "#1c2330",
} as const;

interface Column {
  readonly id: string;
  readonly label: string;
  readonly group: string;
}

const OUTSIDE = "outside";

/**
 * Renders the matrix as SVG. Rows open connections to columns, and a frame surrounds the cells of
 * the two sandboxes.
 */
export function matrixSvg(matrix: Matrix, title: string): string {
  const rows = matrix.pods;
  const columns = columnsOf(matrix);
  const width = LEFT + columns.length * CELL + RIGHT;
  const height = TOP + rows.length * CELL + BOTTOM;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="Helvetica, Arial, sans-serif" fill="${COLORS.text}" role="img" aria-label="${escapeUTF8(title)}">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="16" y="30" font-size="18" font-weight="bold">${escapeUTF8(title)}</text>`,
    `<text x="16" y="52" font-size="12">Rows open connections to columns. Blank is closed on every port.</text>`,
    ...bands(rows.map(({ namespace }) => namespace)).map(({ from, until, shade, label }) =>
      rowBand(from, until, shade, label, width),
    ),
    ...columns.map(columnLabel),
    ...rows.map(rowLabel),
    ...rows.flatMap((from, y) => columns.map((to, x) => cell(matrix, from, to, x, y))),
    ...columnLines(columns, rows.length),
    legend(height),
    "</svg>",
    "",
  ].join("\n");
}

function columnsOf({ pods, edges, outside }: Matrix): readonly Column[] {
  const isReached = (id: string) => edges.some(({ to }) => to === id);
  const regions = new Set(
    outside.filter(({ direction }) => direction === "out").map(({ region }) => region),
  );
  return [
    ...pods
      .filter(({ id, owner }) => owner === "manifests" || isReached(id))
      .map(({ id, name, namespace }) => ({ id, label: name, group: namespace })),
    ...[...regions].map((region) => ({ id: region, label: region, group: OUTSIDE })),
  ];
}

interface Band {
  readonly from: number;
  readonly until: number;
  readonly shade: string;
  readonly label: string;
}

function bands(groups: readonly string[]): readonly Band[] {
  const starts = groups.flatMap((group, at) => (group === groups[at - 1] ? [] : [at]));
  return starts.map((from, at) => ({
    from,
    until: starts[at + 1] ?? groups.length,
    shade: COLORS.zone[at % 2] ?? COLORS.closed,
    label: groups[from] ?? "",
  }));
}

function rowBand(from: number, until: number, shade: string, label: string, width: number): string {
  const y = TOP + from * CELL;
  return [
    `<rect x="8" y="${y}" width="${width - 16}" height="${(until - from) * CELL}" fill="${shade}"/>`,
    `<text x="14" y="${y + 13}" font-size="10" fill="#5b6472">${escapeUTF8(label)}</text>`,
  ].join("");
}

function rowLabel({ name, role }: MatrixPod, at: number): string {
  const y = TOP + at * CELL + CELL / 2 + 8;
  return `<text x="${LEFT - 10}" y="${y}" font-size="12" text-anchor="end"${weight(role)}>${escapeUTF8(name)}${escapeUTF8(roleText(role))}</text>`;
}

function columnLabel({ label }: Column, at: number): string {
  const x = LEFT + at * CELL + CELL / 2 + 4;
  return `<text transform="translate(${x} ${TOP - 10}) rotate(-50)" font-size="12">${escapeUTF8(label)}</text>`;
}

function weight(role: MatrixPod["role"]): string {
  return role === undefined ? "" : ' font-weight="bold"';
}

function roleText(role: MatrixPod["role"]): string {
  switch (role) {
    case "sandbox-a":
      return " (A)";
    case "sandbox-b":
      return " (B)";
    case "proxy":
      return " (proxy)";
    case undefined:
      return "";
  }
}

function cell(matrix: Matrix, from: MatrixPod, to: Column, x: number, y: number): string {
  const at = { x: LEFT + x * CELL + 1.5, y: TOP + y * CELL + 1.5, size: CELL - 3 };
  const ports = portsOf(matrix, from, to);
  const fill =
    ports === undefined ? COLORS.closed : to.group === OUTSIDE ? COLORS.outside : COLORS.open;
  const box = `<rect x="${at.x}" y="${at.y}" width="${at.size}" height="${at.size}" rx="3" fill="${fill}"${frame(matrix, from, to)}>`;
  const tip = `<title>${escapeUTF8(`${from.id} to ${to.id}: ${ports ?? "closed"}`)}</title></rect>`;
  return ports === undefined ? box + tip : box + tip + portText(ports, at.x, at.y);
}

function portsOf({ edges, outside }: Matrix, from: MatrixPod, to: Column): string | undefined {
  if (to.group !== OUTSIDE)
    return edges.find((edge) => edge.from === from.id && edge.to === to.id)?.ports;
  return outside.find(
    ({ pod, direction, region }) => pod === from.id && direction === "out" && region === to.id,
  )?.ports;
}

/** Returns a frame for a cell between the two sandboxes, which must stay closed. */
function frame({ pods }: Matrix, from: MatrixPod, to: Column): string {
  const role = pods.find(({ id }) => id === to.id)?.role;
  const crosses =
    (from.role === "sandbox-a" && role === "sandbox-b") ||
    (from.role === "sandbox-b" && role === "sandbox-a");
  return crosses ? ` stroke="${COLORS.split}" stroke-width="3"` : "";
}

/** Formats ports, without the protocol for TCP. */
function portText(ports: string, x: number, y: number): string {
  const all = ports.split("; ").flatMap((part) => {
    const [protocol = "", list = ""] = part.split(" ");
    return list
      .split(",")
      .map((port) => (protocol === "TCP" ? port : `${port}/${protocol.toLowerCase()}`));
  });
  const lines = all.length > 3 ? [...all.slice(0, 2), "..."] : all;
  const top = y + CELL / 2 - 1.5 - (lines.length - 1) * 4.5 + 3;
  return lines
    .map(
      (line, at) =>
        `<text x="${x + CELL / 2 - 1.5}" y="${top + at * 9}" font-size="${line.length > 5 ? 7 : 9}" text-anchor="middle" fill="#ffffff">${escapeUTF8(line)}</text>`,
    )
    .join("");
}

function columnLines(columns: readonly Column[], rows: number): readonly string[] {
  return bands(columns.map(({ group }) => group)).map(({ from }) => {
    const x = LEFT + from * CELL;
    return `<line x1="${x}" y1="${TOP - 6}" x2="${x}" y2="${TOP + rows * CELL}" stroke="${COLORS.line}"/>`;
  });
}

function legend(height: number): string {
  const y = height - BOTTOM + 30;
  const items = [
    [COLORS.open, "open to a pod, on these ports (TCP unless said)"],
    [COLORS.outside, "open to addresses outside the cluster"],
    [COLORS.closed, "closed"],
  ] as const;
  const boxes = items.map(
    ([fill, text], at) =>
      `<rect x="16" y="${y + at * 18 - 10}" width="12" height="12" fill="${fill}" stroke="${COLORS.line}"/><text x="34" y="${y + at * 18}" font-size="11">${text}</text>`,
  );
  const split = `<rect x="380" y="${y - 10}" width="12" height="12" fill="${COLORS.closed}" stroke="${COLORS.split}" stroke-width="3"/><text x="400" y="${y}" font-size="11">sandbox A and sandbox B: never open</text>`;
  return [...boxes, split].join("");
}
