import type { BenchOptions } from "../bench-options.ts";
import { reachableProfiles, withBenchStack } from "../pipeline/start-bench-stack.ts";
import { startReference, startSimulatorProcess } from "../pipeline/start-child.ts";
import type { Figure } from "../report.ts";
import { checkMasking } from "./check-masking.ts";
import { measureSdk } from "./measure-sdk.ts";
import { sdkFigures } from "./sdk-figures.ts";
import { masking, messagesTo, openSdkTargets, type SdkPeers, sdkSettings } from "./sdk-targets.ts";
import { startCloakpipe } from "./start-cloakpipe.ts";
import { startPortkey } from "./start-portkey.ts";

interface Stoppable {
  stop(): void | Promise<void>;
}

/** Measures SDK calls in one profile, which is `embedded` unless an option names another. */
export async function benchSdk({
  rounds,
  only,
  onProgress,
}: BenchOptions): Promise<readonly Figure[]> {
  const [options] = reachableProfiles({ only: only ?? "embedded", onProgress });
  if (options === undefined) throw new Error(`There is no stack of the profile ${only}`);
  const started: Stoppable[] = [];
  try {
    const provider = kept(started, await startSimulatorProcess());
    const reference = kept(started, await startReference(provider.url));
    const cloakpipe = kept(started, await startCloakpipe(provider.url, onProgress));
    const portkey = kept(started, await startPortkey(provider.url, onProgress));
    const peers: SdkPeers = { portkey, ...(cloakpipe && { cloakpipe }) };
    const env = sdkSettings(provider.url);
    onProgress(`${options.profile}: starting the stack`);
    return await withBenchStack({ ...options, simulatorUrl: provider.url, env }, async (stack) => {
      if (cloakpipe)
        await checkMasking("cloakpipe", messagesTo(masking(cloakpipe), "300b"), stack.simulator);
      const targets = await openSdkTargets(stack, { provider, reference, ...peers });
      const measured = await measureSdk({ stack, peers, targets }, { rounds, onProgress });
      await targets.close();
      return sdkFigures(stack, peers, measured);
    });
  } finally {
    for (const child of started) await child.stop();
  }
}

function kept<T extends Stoppable | undefined>(started: Stoppable[], child: T): T {
  if (child !== undefined) started.push(child);
  return child;
}
