import type { Profile, Stack } from "@veil/local-stack";
import type { BenchOptions } from "../bench-options.ts";
import { serversOf, withBenchStack } from "../pipeline/start-bench-stack.ts";
import { startSimulatorProcess } from "../pipeline/start-child.ts";
import type { Figure } from "../report.ts";
import { sdkSettings } from "../sdk/sdk-targets.ts";
import { measureAdded } from "./measure-added.ts";
import { measureIssuing } from "./measure-issuing.ts";
import { measureVerifying } from "./measure-verifying.ts";
import { addedFigures, issuingFigures, verifyingFigures } from "./veil-figures.ts";

const PROFILES: readonly Profile[] = ["embedded", "cluster"];

/** Measures how many certificates are issued and verified, and what they add to a call. */
export async function benchVeil({ only, ...options }: BenchOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const profile of PROFILES) {
    if (only !== undefined && only !== profile) continue;
    figures.push(...(await benchProfile(profile, options, figures.length === 0)));
  }
  return figures;
}

type Rounds = Omit<BenchOptions, "only">;

/** @param isFirst - issuing and verifying are measured once */
async function benchProfile(
  profile: Profile,
  options: Rounds,
  isFirst: boolean,
): Promise<readonly Figure[]> {
  const { onProgress } = options;
  const servers = serversOf(profile);
  if (servers === "missing") {
    onProgress(`${profile}: not run, its servers cannot be reached (see scripts/with-infra)`);
    return [];
  }
  const provider = await startSimulatorProcess();
  const stackOptions = { profile, servers, simulatorUrl: provider.url };
  const { env, without } = settings(provider.url);
  const withPlain = <T>(measure: (plain: Stack) => Promise<T>) =>
    withBenchStack({ ...stackOptions, env: without }, measure);
  try {
    onProgress(`${profile}: starting two stacks`);
    return await withBenchStack({ ...stackOptions, env }, async (certified) => {
      const added = await withPlain((plain) => measureAdded({ certified, plain }, options));
      const figures = addedFigures(profile, added);
      return isFirst ? [...(await onceFigures(certified, options)), ...figures] : figures;
    });
  } finally {
    provider.stop();
  }
}

/** The benchmark fetches hundreds of certificates at once. */
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
  return [...issuingFigures(rounds), ...verifyingFigures(measureVerifying(issued, options))];
}
