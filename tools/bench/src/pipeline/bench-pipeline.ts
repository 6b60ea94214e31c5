import type { Profile } from "@veil/local-stack";
import type { BenchOptions } from "../bench-options.ts";
import type { Figure } from "../report.ts";
import { measureStack, type Round } from "./measure-stack.ts";
import { profileFigures, referenceFigures } from "./pipeline-figures.ts";
import { type BenchStackOptions, serversOf, withBenchStack } from "./start-bench-stack.ts";
import { startReference } from "./start-child.ts";

const PROFILES: readonly Profile[] = ["embedded", "cluster"];

export async function benchPipeline({ rounds, only, onProgress }: BenchOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  const all: Round[] = [];
  for (const profile of PROFILES) {
    if (only !== undefined && only !== profile) continue;
    const servers = serversOf(profile);
    if (servers === "missing") {
      onProgress(`${profile}: not run, its servers cannot be reached (see scripts/with-infra)`);
      continue;
    }
    onProgress(`${profile}: starting the stack`);
    const measured = await benchProfile({ profile, servers }, { rounds, onProgress });
    figures.push(...measured.figures);
    all.push(...measured.rounds);
  }
  return [...figures, ...referenceFigures(all)];
}

async function benchProfile(
  stackOptions: BenchStackOptions,
  options: Pick<BenchOptions, "rounds" | "onProgress">,
): Promise<{ figures: Figure[]; rounds: Round[] }> {
  return await withBenchStack(stackOptions, async (stack) => {
    const reference = await startReference(stack.simulator?.url ?? "");
    try {
      const rounds = await measureStack(stack, reference, options);
      return { figures: profileFigures(stack, rounds), rounds };
    } finally {
      reference.stop();
    }
  });
}
