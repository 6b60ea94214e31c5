import type { BenchOptions } from "../bench-options.ts";
import type { Figure } from "../report.ts";
import { measureDuringLarge } from "./during-large/measure-during-large.ts";
import { measureAccuracy } from "./measures/accuracy.ts";
import { measureLatency } from "./measures/latency.ts";
import { measureLinearity } from "./measures/linearity.ts";
import { measureSpeed } from "./measures/speed.ts";
import { openContenders } from "./peers/open-contenders.ts";
import { readTexts } from "./texts/read-texts.ts";
import { measureThreadMemory } from "./thread-memory/measure-thread-memory.ts";

export async function benchSanitiser({ rounds, onProgress }: BenchOptions): Promise<Figure[]> {
  const { en, prompts, de, annotated } = await readTexts(onProgress);
  const contenders = await openContenders(onProgress);
  const { ours, peers } = contenders;
  const figures: Figure[] = [];
  const add = async (what: string, measuring: () => Promise<readonly Figure[]>) => {
    onProgress(what);
    figures.push(...(await measuring()));
  };
  try {
    const speedOf = (name: string, text: string, others: typeof peers) => () =>
      measureSpeed({ name, text, ours, peers: others, rounds });
    // Presidio is so slow that only one speed measurement includes it, and it has no German model.
    const fastPeers = peers.filter(({ name }) => name !== "presidio");
    await add("speed, English", speedOf("sanitiser.mb_per_second", en, peers));
    await add("speed, prompts", speedOf("sanitiser.prompts.mb_per_second", prompts, fastPeers));
    await add("speed, German", speedOf("sanitiser.de.mb_per_second", de, fastPeers));
    await add("time by length", () => measureLatency({ ...contenders, text: en, rounds }));
    await add("linearity", () => measureLinearity(ours, en, rounds));
    if (annotated !== undefined)
      await add("recall and precision", () => measureAccuracy(contenders, annotated));
  } finally {
    await contenders.close();
  }
  await add("memory of a thread", () => measureThreadMemory(en, rounds));
  await add("1 kB beside 4 MB", () => measureDuringLarge(en, rounds));
  return figures;
}
