import { type Figure, figure } from "../../report.ts";
import { median } from "../../statistics.ts";
import type { OpenContender } from "../contenders/open-contender.ts";
import { cutTexts } from "../texts/cut-texts.ts";

const PARTS = 16;
const PART_BYTES = 65_536;
const ENOUGH = { untilCpuMs: 1_000, atMostMs: 10_000 };

/** Compares a text of 1 MB with the same text in sixteen pieces. */
export async function measureLinearity(
  ours: OpenContender,
  text: string,
  rounds: number,
): Promise<readonly Figure[]> {
  const parts = cutTexts(text, PART_BYTES, PARTS);
  const samples = { whole: [] as number[], parts: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    samples.parts.push(await msPerMegabyte(ours, parts));
    samples.whole.push(await msPerMegabyte(ours, [parts.join("")]));
  }
  const peer: [string, number] = [`${PARTS} texts of 64 kB`, median(samples.parts)];
  return [figure("sanitiser.1mb_cpu_ms", median(samples.whole), "ms", peer)];
}

async function msPerMegabyte(ours: OpenContender, texts: readonly string[]): Promise<number> {
  const { bytes, cpuMs } = await ours.time({ texts, ...ENOUGH });
  return cpuMs / (bytes / (PARTS * PART_BYTES));
}
