import type { Ratio } from "../eval/measures/ratio.ts";
import { element, type SafeMarkup } from "./element.ts";

/** Shares from 0 to 1, a bar for each series in each group. */
export interface BarChart {
  readonly title: string;
  readonly series: readonly string[];
  readonly groups: readonly { readonly label: string; readonly values: readonly Ratio[] }[];
}

const WIDTH = 760;
const LEFT = 230;
const RIGHT = 50;
const TOP = 44;
const BAR = 11;
const GAP = 9;
const TICKS = [0, 0.25, 0.5, 0.75, 1];
// The colors also differ in lightness: they are readable in grayscale and with any kind of color
// blindness.
const COLORS = ["#1f4e8c", "#e0912f"];

/** A table must repeat the figures: those who cannot see the picture get only its title. */
export function barChartSvg({ title, series, groups }: BarChart): SafeMarkup {
  const groupHeight = series.length * BAR + GAP;
  const bottom = TOP + groups.length * groupHeight;
  const height = bottom + 8;
  return element(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${height}`, width: WIDTH, height, role: "img", "aria-label": title },
    ...legend(series),
    ...TICKS.flatMap((tick) => grid(tick, bottom)),
    ...groups.flatMap(({ label, values }, index) => {
      const top = TOP + index * groupHeight + GAP / 2;
      const middle = top + (series.length * BAR) / 2;
      return [
        text(label, { x: LEFT - 8, y: middle + 4, "text-anchor": "end" }),
        ...values.flatMap((value, row) => bar(value, top + row * BAR, row)),
      ];
    }),
  );
}

function legend(series: readonly string[]): readonly SafeMarkup[] {
  return series.flatMap((name, index) => {
    const x = LEFT + index * 210;
    return [
      element("rect", { x, y: 6, width: 12, height: 12, fill: colorOf(index) }),
      text(name, { x: x + 18, y: 16 }),
    ];
  });
}

function grid(tick: number, bottom: number): readonly SafeMarkup[] {
  const x = at(tick);
  return [
    element("line", { x1: x, y1: TOP - 4, x2: x, y2: bottom, stroke: "#c9ced6" }),
    text(String(tick), { x, y: TOP - 8, "text-anchor": "middle", "font-size": 10 }),
  ];
}

function bar(value: Ratio, y: number, row: number): readonly SafeMarkup[] {
  const label = { x: at(value ?? 0) + 5, y: y + BAR - 2, "font-size": 10 };
  if (value === undefined) return [text("-", label)];
  const width = at(value) - LEFT;
  return [
    element("rect", { x: LEFT, y, width, height: BAR - 1, fill: colorOf(row) }),
    text(value.toFixed(3), label),
  ];
}

function text(content: string, attributes: Readonly<Record<string, string | number>>): SafeMarkup {
  return element("text", { "font-size": 12, ...attributes }, content);
}

function at(value: number): number {
  return Math.round(10 * (LEFT + value * (WIDTH - LEFT - RIGHT))) / 10;
}

function colorOf(index: number): string {
  return COLORS[index % COLORS.length] ?? "";
}
