import { CALLS, type CallName } from "../base/open-calls.ts";
import type { BenchOptions } from "../bench-options.ts";
import { withBenchStack } from "../pipeline/start-bench-stack.ts";
import { startSimulatorProcess } from "../pipeline/start-child.ts";
import { type Figure, figure } from "../report.ts";
import { sdkSettings } from "../sdk/sdk-targets.ts";
import { median } from "../statistics.ts";
import { type CallUse, measureSizing, type Sizing } from "./measure-sizing.ts";

/** Measures what an operator needs to size a deployment, in the embedded profile. */
export async function benchSizing(options: BenchOptions): Promise<Figure[]> {
  const provider = await startSimulatorProcess();
  const env = sdkSettings(provider.url);
  try {
    return await withBenchStack(
      { profile: "embedded", simulatorUrl: provider.url, env },
      async (stack) => sizingFigures(await measureSizing(stack, options)),
    );
  } finally {
    provider.stop();
  }
}

function sizingFigures({ rounds, memoryMb, connections }: Sizing): Figure[] {
  return [
    ...CALLS.flatMap((name) =>
      callFigures(
        name,
        rounds.map((round) => round[name]),
      ),
    ),
    ...[...memoryMb].map(([name, mb]) => figure(`sizing.memory.${name}_mb`, mb, "MB")),
    ...[...connections].map(([name, open]) => figure(`sizing.connections.${name}`, open, "")),
  ];
}

function callFigures(name: CallName, uses: readonly CallUse[]): Figure[] {
  const processes = [...(uses[0]?.cpu.keys() ?? [])];
  const of = (value: (use: CallUse) => number) => median(uses.map(value));
  return [
    figure(
      `sizing.${name}.per_second`,
      of(({ perSecond }) => perSecond),
      "1/s",
    ),
    ...processes.map((process) =>
      figure(
        `sizing.${name}.cpu.${process}_ms`,
        of(({ cpu }) => cpu.get(process) ?? 0),
        "ms",
      ),
    ),
    figure(
      `sizing.${name}.wal_bytes`,
      of(({ walBytes }) => walBytes),
      "B",
    ),
    figure(
      `sizing.${name}.stored_bytes`,
      of(({ storedBytes }) => storedBytes),
      "B",
    ),
  ];
}
