import type { BenchOptions } from "../bench-options.ts";
import { type Figure, figure } from "../report.ts";
import { type Growth, growthOf, isTooFast, MOST_GROWTH, PARTS, ratioOf } from "./growth.ts";
import { piiWork } from "./pii-work.ts";
import { relinkWork } from "./relink-work.ts";

/**
 * Measures hostile texts. Sets the exit code 1 when the cost of a text grows faster than its
 * length.
 */
export async function benchLinearity({ only, onProgress }: BenchOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, trials } of [...piiWork(), ...relinkWork()]) {
    if (only !== undefined && only !== name) continue;
    onProgress(name);
    const growths = trials.map(growthOf);
    for (const growth of growths.filter(isTooFast)) {
      onProgress(`${name}: ${ratioOf(growth).toFixed(1)} times its eight parts on ${growth.on}`);
      process.exitCode = 1;
    }
    const worst = growths.reduce((a, b) => (ratioOf(b) > ratioOf(a) ? b : a));
    figures.push(figureOf(name, worst));
  }
  if (process.exitCode === 1)
    onProgress(`A text may cost ${MOST_GROWTH} times as much as its parts`);
  return figures;
}

function figureOf(name: string, { on, partsMs, wholeMs }: Growth): Figure {
  const peer: [string, number] = [`${PARTS} of 32 kB, ${on}`, partsMs];
  return figure(`linearity.${name}.256kb_cpu_ms`, wholeMs, "ms", peer);
}
