import { type Figure, figure } from "../report.ts";
import { median, medianInterval, percentile } from "../statistics.ts";
import type { BaseMeasurement, BaseRound, ByCheckout, Cost } from "./measure-base.ts";
import { CALLS, type CallName } from "./open-calls.ts";

export function baseFigures(measurements: readonly BaseMeasurement[]): readonly Figure[] {
  const rounds = measurements.flatMap((one) => one.rounds);
  const memory = (checkout: keyof BaseMeasurement["memoryMb"]) =>
    Math.max(...measurements.map(({ memoryMb }) => memoryMb[checkout]));
  return [
    ...CALLS.flatMap((name) => callFigures(name, rounds)),
    compared("base.memory_mb", { ours: memory("ours"), base: memory("base") }, "MB"),
  ];
}

function callFigures(name: CallName, rounds: readonly BaseRound[]): readonly Figure[] {
  const costs = rounds.map((round) => round[name]);
  const of = (value: (cost: Cost) => number): ByCheckout<number> => ({
    ours: median(costs.map(({ ours }) => value(ours))),
    base: median(costs.map(({ base }) => value(base))),
  });
  const time = (p: number): ByCheckout<number> => ({
    ours: percentile(
      costs.flatMap(({ ours }) => ours.times),
      p,
    ),
    base: percentile(
      costs.flatMap(({ base }) => base.times),
      p,
    ),
  });
  const ratios = (value: (cost: Cost) => number) =>
    costs.map(({ ours, base }) => value(ours) / value(base));
  const lines = (line: string, value: (cost: Cost) => number, unit: string): Figure[] => [
    compared(`base.${name}.${line}`, of(value), unit),
    ...ratioFigures(`base.${name}.${line}`, ratios(value)),
  ];
  return [
    ...lines("cpu_ms", ({ cpuMs }) => cpuMs, "ms"),
    ...lines("per_second", ({ perSecond }) => perSecond, "1/s"),
    compared(`base.${name}.p50_ms`, time(0.5), "ms"),
    compared(`base.${name}.p99_ms`, time(0.99), "ms"),
  ];
}

/** Returns the median of the rounds' ratios and its 95 % interval. */
function ratioFigures(name: string, ratios: readonly number[]): Figure[] {
  const [low, high] = medianInterval(ratios);
  return [
    figure(`${name}_ratio`, median(ratios), ""),
    figure(`${name}_ratio_from`, low, ""),
    figure(`${name}_ratio_to`, high, ""),
  ];
}

function compared(name: string, { ours, base }: ByCheckout<number>, unit: string): Figure {
  return figure(name, ours, unit, ["base", base]);
}
