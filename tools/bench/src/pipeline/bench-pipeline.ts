import type { BenchOptions } from "../bench-options.ts";
import type { Figure } from "../report.ts";
import type { Rounds } from "../rounds.ts";
import { measureStack, type Round } from "./measure-stack.ts";
import { profileFigures, referenceFigures } from "./pipeline-figures.ts";
import { type BenchStackOptions, reachableProfiles, withBenchStack } from "./start-bench-stack.ts";
import { startReference } from "./start-child.ts";

export async function benchPipeline(options: BenchOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  const all: Round[] = [];
  for (const stackOptions of reachableProfiles(options)) {
    options.onProgress(`${stackOptions.profile}: starting the stack`);
    const measured = await benchProfile(stackOptions, options);
    figures.push(...measured.figures);
    all.push(...measured.rounds);
  }
  return [...figures, ...referenceFigures(all)];
}

async function benchProfile(
  stackOptions: BenchStackOptions,
  options: Rounds,
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
