import { setTimeout } from "node:timers/promises";
import { cycleOf } from "../../cycle-of.ts";
import { timesDuring } from "../../pipeline/load.ts";
import { withBenchStack } from "../../pipeline/start-bench-stack.ts";
import { type Figure, figure } from "../../report.ts";
import { percentile } from "../../statistics.ts";
import { cutTexts } from "../texts/cut-texts.ts";
import { type OpenSanitiser, openSanitiser, requestBody } from "./open-sanitiser.ts";

const SMALL_BYTES = 1_024;
const SMALL_TEXTS = 50;
const LARGE_BYTES = 4_000_000;
/** The bytes of prose in the large text. More prose would exceed the maximum number of findings. */
const LARGE_PROSE_BYTES = 1_500_000;
const FILLER = "Lorem ipsum dolor sit amet\n";
const WARM_UP_MS = 3_000;
const IDLE_MS = 3_000;

export async function measureDuringLarge(text: string, rounds: number): Promise<readonly Figure[]> {
  return await withBenchStack({ profile: "embedded" }, async (stack) => {
    const sanitiser = await openSanitiser(stack);
    try {
      return await measure(sanitiser, text, rounds);
    } finally {
      await sanitiser.close();
    }
  });
}

async function measure(
  sanitiser: OpenSanitiser,
  text: string,
  rounds: number,
): Promise<readonly Figure[]> {
  const nextSmall = cycleOf(cutTexts(text, SMALL_BYTES, SMALL_TEXTS).map(requestBody));
  const smallDuring = (other: Promise<unknown>) =>
    timesDuring(other, () => sanitiser.sanitise(nextSmall()));
  const filler = FILLER.repeat((LARGE_BYTES - LARGE_PROSE_BYTES) / FILLER.length);
  const large = cutTexts(text, LARGE_PROSE_BYTES, 1).map((prose) => requestBody(prose + filler));
  const sendLarge = () => Promise.all(large.map((body) => sanitiser.sanitise(body)));
  await smallDuring(setTimeout(WARM_UP_MS));
  await sendLarge();
  const idle: number[] = [];
  const during: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    idle.push(...(await smallDuring(setTimeout(IDLE_MS))));
    during.push(...(await smallDuring(sendLarge())));
  }
  return [0.5, 0.99].map((p) => {
    const peer: [string, number] = ["alone", percentile(idle, p)];
    return figure(`sanitiser.1kb_p${p * 100}_beside_4mb_ms`, percentile(during, p), "ms", peer);
  });
}
