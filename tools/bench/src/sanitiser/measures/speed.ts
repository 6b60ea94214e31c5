import { type Figure, figure } from "../../report.ts";
import { median } from "../../statistics.ts";
import type { OpenContender } from "../contenders/open-contender.ts";
import type { Contenders } from "../peers/open-contenders.ts";
import { cutTexts } from "../texts/cut-texts.ts";
import { againstEach } from "./against-each.ts";

const PIECE_BYTES = 4_096;
/** A small number, because the slowest peer needs seconds for this many. */
const PIECES = 32;
/** The warm-up, in which the JIT compiler settles. */
const WARM_UP = { untilCpuMs: 5_000, atMostMs: 15_000 };
const MEASURE = { untilCpuMs: 1_000, atMostMs: 10_000 };

interface SpeedOptions extends Pick<Contenders, "ours"> {
  readonly name: string;
  readonly text: string;
  readonly peers: readonly OpenContender[];
  readonly rounds: number;
}

export async function measureSpeed(options: SpeedOptions): Promise<readonly Figure[]> {
  const { name, text, ours, peers, rounds } = options;
  const texts = cutTexts(text, PIECE_BYTES, PIECES);
  const all = [ours, ...peers];
  for (const contender of all) await contender.time({ texts, ...WARM_UP });
  const rates = new Map(all.map((contender) => [contender, [] as number[]]));
  for (let round = 0; round < rounds; round += 1)
    for (const [contender, samples] of rates) {
      const { bytes, cpuMs } = await contender.time({ texts, ...MEASURE });
      samples.push(bytes / 1e6 / (cpuMs / 1000));
    }
  const rateOf = (contender: OpenContender) => median(rates.get(contender) ?? []);
  return againstEach(peers, (peer) =>
    figure(name, rateOf(ours), "MB/s", peer && [peer.name, rateOf(peer)]),
  );
}
