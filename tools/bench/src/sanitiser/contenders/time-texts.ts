import type { Contender } from "./contender.ts";
import type { Timed, TimeOptions } from "./protocol.ts";

export async function timeTexts(
  contender: Contender,
  { texts, untilCpuMs, atMostMs }: TimeOptions,
): Promise<Timed> {
  const eachMs: number[] = [];
  const lengths = texts.map((text) => Buffer.byteLength(text));
  const cpuBefore = contender.cpuMs();
  const startedAt = performance.now();
  let bytes = 0;
  const goesOn = () =>
    contender.cpuMs() - cpuBefore < untilCpuMs && performance.now() - startedAt < atMostMs;
  do {
    for (const [index, text] of texts.entries()) {
      const before = performance.now();
      await contender.run(text);
      eachMs.push(performance.now() - before);
      bytes += lengths[index] ?? 0;
    }
  } while (goesOn());
  return { bytes, cpuMs: contender.cpuMs() - cpuBefore, eachMs };
}
