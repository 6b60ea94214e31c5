import type { BenchOptions } from "../bench-options.ts";
import { serversOf, withBenchStack } from "../pipeline/start-bench-stack.ts";
import { startReference, startSimulatorProcess } from "../pipeline/start-child.ts";
import type { Figure } from "../report.ts";
import { measureSdk } from "./measure-sdk.ts";
import { sdkFigures } from "./sdk-figures.ts";
import { openSdkTargets, sdkSettings } from "./sdk-targets.ts";
import { startPortkey } from "./start-portkey.ts";

/** One profile: `embedded`, unless another is asked for. */
export async function benchSdk({
  rounds,
  only,
  onProgress,
}: BenchOptions): Promise<readonly Figure[]> {
  const profile = only === "cluster" ? "cluster" : "embedded";
  const servers = serversOf(profile);
  if (servers === "missing")
    throw new Error("The servers cannot be reached: see scripts/with-infra");
  onProgress(`${profile}: starting the stack`);
  const provider = await startSimulatorProcess();
  const reference = await startReference(provider.url);
  const portkey = await startPortkey(provider.url, onProgress);
  try {
    const env = sdkSettings(provider.url);
    const simulatorUrl = provider.url;
    return await withBenchStack({ profile, servers, simulatorUrl, env }, async (stack) => {
      const targets = await openSdkTargets(stack, { provider, portkey, reference });
      const measured = await measureSdk({ stack, portkey, targets }, { rounds, onProgress });
      await targets.close();
      return sdkFigures(stack, portkey, measured);
    });
  } finally {
    for (const child of [portkey, reference, provider]) child.stop();
  }
}
