import type { Stack } from "@veil/local-stack";
import type { BenchOptions } from "../bench-options.ts";
import { inTurn, type LoadTarget, load } from "../pipeline/load.ts";
import { type CpuTimes, cpuPerRequest, cpuTimesOf } from "../pipeline/stack-cpu.ts";
import { processCpuMs } from "../process-cpu.ts";
import type { SdkHost, SdkTargets, StreamingHost } from "./sdk-targets.ts";
import type { Portkey } from "./start-portkey.ts";
import type { StreamTimes } from "./stream-target.ts";
import { STREAMED_ANSWER, type TextSize } from "./texts.ts";

const TIMES_A_ROUND = 150;
const STREAMS_A_ROUND = 60;
const WARM_UP_MS = 10_000;
const CONCURRENCY = 32;
const THROUGHPUT_MS = 4_000;

type Measured = "ours" | "portkey" | "reference";

export interface SdkRound {
  readonly samples: Readonly<Record<TextSize, Readonly<Record<SdkHost, readonly number[]>>>>;
  readonly streams: Readonly<Record<StreamingHost, readonly StreamTimes[]>>;
  readonly perSecond: Readonly<Record<Measured, number>>;
  /** Per request, at the concurrency of `perSecond`. */
  readonly cpuMs: CpuTimes;
  readonly portkeyCpuMs: number;
}

interface Measurement {
  readonly stack: Stack;
  readonly portkey: Portkey;
  readonly targets: SdkTargets;
}

export async function measureSdk(
  measurement: Measurement,
  { rounds, onProgress }: Pick<BenchOptions, "rounds" | "onProgress">,
): Promise<SdkRound[]> {
  const { stack, targets } = measurement;
  onProgress("warming up");
  for (const target of Object.values(targets.whole["300b"]))
    await load(target, CONCURRENCY, WARM_UP_MS / 4);
  await load(targets.whole["300b"].ours, CONCURRENCY, WARM_UP_MS);
  await inTurnStreams(targets.streams, STREAMS_A_ROUND);
  const measured: SdkRound[] = [];
  for (let round = 1; round <= rounds; round++) {
    onProgress(`round ${round} of ${rounds}`);
    measured.push(await measureRound(measurement));
    await stack.simulator?.clear();
  }
  return measured;
}

async function measureRound({ stack, portkey, targets }: Measurement): Promise<SdkRound> {
  const { whole } = targets;
  const samples = {
    "300b": await inTurn(whole["300b"], TIMES_A_ROUND),
    "4kb": await inTurn(whole["4kb"], TIMES_A_ROUND),
  };
  await stack.simulator?.control({ answer: STREAMED_ANSWER });
  const streams = await inTurnStreams(targets.streams, STREAMS_A_ROUND);
  await stack.simulator?.control({});
  const underLoad = (target: LoadTarget) => load(target, CONCURRENCY, THROUGHPUT_MS);
  const reference = await underLoad(whole["300b"].reference);
  const portkeyBefore = processCpuMs(portkey.pid);
  const ofPortkey = await underLoad(whole["300b"].portkey);
  const portkeyCpuMs = (processCpuMs(portkey.pid) - portkeyBefore) / ofPortkey.requests;
  const before = cpuTimesOf(stack);
  const ours = await underLoad(whole["300b"].ours);
  return {
    ...{ samples, streams, portkeyCpuMs },
    perSecond: {
      ours: ours.perSecond,
      portkey: ofPortkey.perSecond,
      reference: reference.perSecond,
    },
    cpuMs: cpuPerRequest(before, cpuTimesOf(stack), ours.requests),
  };
}

/** Alternately, as `inTurn`. */
async function inTurnStreams(targets: SdkTargets["streams"], times: number) {
  const samples: Record<StreamingHost, StreamTimes[]> = { direct: [], ours: [], portkey: [] };
  for (let time = 0; time < times; time++) {
    samples.direct.push(await targets.direct.once());
    samples.ours.push(await targets.ours.once());
    samples.portkey.push(await targets.portkey.once());
  }
  return samples;
}
