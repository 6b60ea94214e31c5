import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { startStack } from "@veil/local-stack";
import type { BenchOptions } from "../bench-options.ts";
import { withBenchStack } from "../pipeline/start-bench-stack.ts";
import { startSimulatorProcess } from "../pipeline/start-child.ts";
import type { Figure } from "../report.ts";
import { sdkSettings } from "../sdk/sdk-targets.ts";
import { baseFigures } from "./base-figures.ts";
import { measureBase } from "./measure-base.ts";

/**
 * Compares the cost of calls with another checkout of this repository, in the embedded profile.
 * @throws Error without a checkout, or if it is not built
 */
export async function benchBase({ base, rounds, onProgress }: BenchOptions): Promise<Figure[]> {
  const startBase = await startFunctionOf(base);
  const provider = await startSimulatorProcess();
  const common = {
    ...({ profile: "embedded", simulatorUrl: provider.url } as const),
    env: sdkSettings(provider.url),
  };
  try {
    onProgress("starting two stacks");
    return await withBenchStack(common, (ours) =>
      withBenchStack({ ...common, start: startBase }, async (other) => [
        ...baseFigures(await measureBase({ ours, base: other }, { rounds, onProgress })),
      ]),
    );
  } finally {
    provider.stop();
  }
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
