import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Stack, startStack } from "@veil/local-stack";
import type { BenchOptions } from "../bench-options.ts";
import { type BenchStackOptions, withBenchStack } from "../pipeline/start-bench-stack.ts";
import { startSimulatorProcess } from "../pipeline/start-child.ts";
import type { Figure } from "../report.ts";
import { sdkSettings } from "../sdk/sdk-targets.ts";
import { baseFigures } from "./base-figures.ts";
import { measureBase } from "./measure-base.ts";

/**
 * Compares the cost of calls with another checkout of this repository, in the embedded profile. Half
 * of the rounds run with the stacks started in the other order.
 * @throws Error without a checkout, or if it is not built
 */
export async function benchBase({ base, rounds, onProgress }: BenchOptions): Promise<Figure[]> {
  const startBase = await startFunctionOf(base);
  const provider = await startSimulatorProcess();
  const common = {
    ...({ profile: "embedded", simulatorUrl: provider.url } as const),
    env: sdkSettings(provider.url),
  };
  const options = { rounds: Math.ceil(rounds / 2), onProgress };
  const ours = common;
  const other = { ...common, start: startBase };
  try {
    onProgress("starting two stacks");
    const oursFirst = await withBoth(ours, other, (first, second) =>
      measureBase({ ours: first, base: second }, options),
    );
    onProgress("starting two stacks in the other order");
    const baseFirst = await withBoth(other, ours, (first, second) =>
      measureBase({ ours: second, base: first }, options),
    );
    return [...baseFigures([oursFirst, baseFirst])];
  } finally {
    provider.stop();
  }
}

/** Starts two stacks. The first of two stacks is slower, whichever it is. */
async function withBoth<T>(
  first: BenchStackOptions,
  second: BenchStackOptions,
  measure: (first: Stack, second: Stack) => Promise<T>,
): Promise<T> {
  return await withBenchStack(first, (one) =>
    withBenchStack(second, (other) => measure(one, other)),
  );
}

async function startFunctionOf(checkout: string | undefined): Promise<typeof startStack> {
  if (checkout === undefined)
    throw new Error("Name another checkout of this repository: --base FOLDER");
  const built = path.resolve(checkout, "tools/local-stack/dist/index.js");
  if (!existsSync(built))
    throw new Error(`${checkout} is not built: run \`npm start -- --help\` in it`);
  const other = (await import(pathToFileURL(built).href)) as { startStack: typeof startStack };
  return other.startStack;
}
