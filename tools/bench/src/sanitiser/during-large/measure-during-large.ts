import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { startStack } from "@veil/local-stack";
import { type Figure, figure } from "../../report.ts";
import { percentile } from "../../statistics.ts";
import { cutTexts } from "../texts/cut-texts.ts";
import { type OpenSanitiser, openSanitiser, requestBody } from "./open-sanitiser.ts";

const SMALL_BYTES = 1_024;
const SMALL_TEXTS = 50;
const LARGE_BYTES = 4_000_000;
/** More prose would exceed the findings that one request may have. */
const LARGE_PROSE_BYTES = 1_500_000;
const FILLER = "Lorem ipsum dolor sit amet\n";
const WARM_UP_MS = 3_000;
const IDLE_MS = 3_000;

export async function measureDuringLarge(text: string, rounds: number): Promise<readonly Figure[]> {
  const stateDir = await mkdtemp(path.join(tmpdir(), "veil-bench-"));
  const env = { sanitiser: { LOG_LEVEL: "warn" } };
  const stack = await startStack({ stateDir, profile: "embedded", simulator: "start", env });
  try {
    const sanitiser = await openSanitiser(stack);
    try {
      return await measure(sanitiser, text, rounds);
    } finally {
      await sanitiser.close();
    }
  } finally {
    await stack.stop();
    await rm(stateDir, { recursive: true, force: true });
  }
}

async function measure(
  sanitiser: OpenSanitiser,
  text: string,
  rounds: number,
): Promise<readonly Figure[]> {
  const small = cutTexts(text, SMALL_BYTES, SMALL_TEXTS).map(requestBody);
  const filler = FILLER.repeat((LARGE_BYTES - LARGE_PROSE_BYTES) / FILLER.length);
  const large = cutTexts(text, LARGE_PROSE_BYTES, 1).map((prose) => requestBody(prose + filler));
  const sendLarge = () => Promise.all(large.map((body) => sanitiser.sanitise(body)));
  await timesUntil(setTimeout(WARM_UP_MS), sanitiser, small);
  await sendLarge();
  const idle: number[] = [];
  const during: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    idle.push(...(await timesUntil(setTimeout(IDLE_MS), sanitiser, small)));
    during.push(...(await timesUntil(sendLarge(), sanitiser, small)));
  }
  return [0.5, 0.99].map((p) => {
    const peer: [string, number] = ["alone", percentile(idle, p)];
    return figure(`sanitiser.1kb_p${p * 100}_beside_4mb_ms`, percentile(during, p), "ms", peer);
  });
}

async function timesUntil(
  other: Promise<unknown>,
  sanitiser: OpenSanitiser,
  bodies: readonly Uint8Array[],
): Promise<readonly number[]> {
  let goesOn = true;
  const send = async () => {
    const times: number[] = [];
    for (let index = 0; goesOn; index += 1) {
      const body = bodies[index % bodies.length];
      if (body !== undefined) times.push(await sanitiser.sanitise(body));
    }
    return times;
  };
  const stopped = other.finally(() => {
    goesOn = false;
  });
  const [times] = await Promise.all([send(), stopped]);
  return times;
}
