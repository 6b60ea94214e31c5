import { type Figure, figure } from "../../report.ts";
import { percentile } from "../../statistics.ts";
import type { OpenContender } from "../contenders/open-contender.ts";
import type { Contenders } from "../peers/open-contenders.ts";
import { cutTexts } from "../texts/cut-texts.ts";
import { againstEach } from "./against-each.ts";

interface Size {
  readonly name: string;
  readonly bytes: number;
  readonly texts: number;
  readonly withPeers: boolean;
}

const SIZES: readonly Size[] = [
  { name: "256b", bytes: 256, texts: 200, withPeers: false },
  { name: "1kb", bytes: 1_024, texts: 100, withPeers: true },
  { name: "4kb", bytes: 4_096, texts: 50, withPeers: false },
  { name: "64kb", bytes: 65_536, texts: 20, withPeers: false },
];
const PERCENTILES = [0.5, 0.99] as const;
const WARM_UP = { untilCpuMs: 1_000, atMostMs: 5_000 };
const MEASURE = { untilCpuMs: 500, atMostMs: 3_000 };

interface LatencyOptions extends Contenders {
  readonly text: string;
  readonly rounds: number;
}

export async function measureLatency(options: LatencyOptions): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const size of SIZES) figures.push(...(await measureSize(size, options)));
  return figures;
}

async function measureSize(size: Size, options: LatencyOptions): Promise<readonly Figure[]> {
  const { ours, text, rounds } = options;
  const peers = size.withPeers ? options.peers : [];
  const texts = cutTexts(text, size.bytes, size.texts);
  const all = [ours, ...peers];
  for (const contender of all) await contender.time({ texts, ...WARM_UP });
  const times = new Map(all.map((contender) => [contender, [] as number[]]));
  for (let round = 0; round < rounds; round += 1)
    for (const [contender, samples] of times)
      samples.push(...(await contender.time({ texts, ...MEASURE })).eachMs);
  return PERCENTILES.flatMap((p) => {
    const timeOf = (contender: OpenContender) => percentile(times.get(contender) ?? [], p);
    const name = `sanitiser.${size.name}_p${p * 100}_ms`;
    return againstEach(peers, (peer) =>
      figure(name, timeOf(ours), "ms", peer && [peer.name, timeOf(peer)]),
    );
  });
}
