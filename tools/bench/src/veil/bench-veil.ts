import type { Stack } from "@veil/local-stack";
import type { BenchOptions } from "../bench-options.ts";
import {
  type BenchStackOptions,
  reachableProfiles,
  withBenchStack,
} from "../pipeline/start-bench-stack.ts";
import { startSimulatorProcess } from "../pipeline/start-child.ts";
import type { Figure } from "../report.ts";
import type { Rounds } from "../rounds.ts";
import { sdkSettings } from "../sdk/sdk-targets.ts";
import { measureAdded } from "./measure-added.ts";
import { measureIssuing } from "./measure-issuing.ts";
import { measureVerifying } from "./measure-verifying.ts";
import { addedFigures, issuingFigures, verifyingFigures } from "./veil-figures.ts";

/** Measures how many certificates are issued and verified, and what they add to a call. */
export async function benchVeil(options: BenchOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const profile of reachableProfiles(options))
    figures.push(...(await benchProfile(profile, options, figures.length === 0)));
  return figures;
}

/** @param isFirst - true for the first profile, in which issuing and verifying are measured */
async function benchProfile(
  measured: BenchStackOptions,
  options: Rounds,
  isFirst: boolean,
): Promise<readonly Figure[]> {
  const { profile } = measured;
  const provider = await startSimulatorProcess();
  const stackOptions = { ...measured, simulatorUrl: provider.url };
  const { env, without } = settings(provider.url);
  const withPlain = <T>(measure: (plain: Stack) => Promise<T>) =>
    withBenchStack({ ...stackOptions, env: without }, measure);
  try {
    options.onProgress(`${profile}: starting two stacks`);
    return await withBenchStack({ ...stackOptions, env }, async (certified) => {
      const added = await withPlain((plain) => measureAdded({ certified, plain }, options));
      const figures = addedFigures(profile, added);
      return isFirst ? [...(await onceFigures(certified, options)), ...figures] : figures;
    });
  } finally {
    provider.stop();
  }
}

/**
 * Returns settings with a high limit for calls, because the benchmark fetches hundreds of
 * certificates at once.
 */
function settings(upstream: string) {
  const env = sdkSettings(upstream);
  const gateway = { ...env["edge-gateway"], ACCOUNT_CALLS_PER_MINUTE: "1000000" };
  return {
    env: { ...env, "edge-gateway": gateway },
    without: { ...env, "edge-gateway": { ...gateway, VEIL_ENABLED: "false" } },
  };
}

async function onceFigures(stack: Stack, options: Rounds): Promise<readonly Figure[]> {
  const { rounds, issued } = await measureIssuing(stack, options);
  return [...issuingFigures(rounds), ...verifyingFigures(await measureVerifying(issued, options))];
}
