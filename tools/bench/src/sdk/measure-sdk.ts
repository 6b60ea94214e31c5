import type { Stack } from "@veil/local-stack";
import { inTurn, type LoadResult, type LoadTarget, load } from "../pipeline/load.ts";
import { type CpuTimes, cpuPerRequest, cpuTimesOf } from "../pipeline/stack-cpu.ts";
import { processCpuMs } from "../process-cpu.ts";
import { inRounds, type Rounds } from "../rounds.ts";
import type { PeerProcess } from "./peer-process.ts";
import type { ByHost, SdkHost, SdkPeers, SdkTargets, StreamName } from "./sdk-targets.ts";
import type { StreamTimes } from "./stream-target.ts";
import { STREAMED_ANSWER, type TextSize } from "./texts.ts";

const TIMES_A_ROUND = 150;
const STREAMS_A_ROUND = 60;
/** The JIT compilers of our services settle after about 10 000 calls. */
const WARM_UP_MS = { whole: 5_000, ours: 60_000, streams: 10_000 } as const;
const CONCURRENCY = 32;
/** The targets of streams have eight connections. */
const STREAMS_AT_ONCE = 8;
const THROUGHPUT_MS = 4_000;

export interface SdkRound {
  readonly samples: Readonly<Record<TextSize, ByHost<readonly number[]>>>;
  readonly streams: Readonly<Record<StreamName, readonly StreamTimes[]>>;
  readonly perSecond: Readonly<Partial<Record<SdkHost, number>>>;
  /** CPU time per request, at the concurrency of `perSecond`. */
  readonly cpuMs: CpuTimes;
  readonly peerCpuMs: Readonly<Partial<Record<keyof SdkPeers, number>>>;
}

interface Measurement {
  readonly stack: Stack;
  readonly peers: SdkPeers;
  readonly targets: SdkTargets;
}

export async function measureSdk(measurement: Measurement, options: Rounds): Promise<SdkRound[]> {
  const { stack, targets } = measurement;
  options.onProgress("warming up");
  for (const target of Object.values(targets.whole["300b"]))
    await load(target, CONCURRENCY, WARM_UP_MS.whole);
  await load(targets.whole["300b"].ours, CONCURRENCY, WARM_UP_MS.ours);
  for (const target of Object.values(targets.streams))
    await load(target, STREAMS_AT_ONCE, WARM_UP_MS.streams);
  return await inRounds(options, "sdk", async () => {
    await stack.simulator?.clear();
    return await measureRound(measurement);
  });
}

async function measureRound({ stack, peers, targets }: Measurement): Promise<SdkRound> {
  const { whole } = targets;
  const samples = {
    "300b": await inTurn(whole["300b"], TIMES_A_ROUND),
    "4kb": await inTurn(whole["4kb"], TIMES_A_ROUND),
  };
  await stack.simulator?.control({ answer: STREAMED_ANSWER });
  const streams = await inTurn(targets.streams, STREAMS_A_ROUND);
  await stack.simulator?.control({});
  const reference = await underLoad(whole["300b"].reference);
  const portkey = await peerUnderLoad(peers.portkey, whole["300b"].portkey);
  const cloakpipe =
    peers.cloakpipe &&
    whole["300b"].cloakpipe &&
    (await peerUnderLoad(peers.cloakpipe, whole["300b"].cloakpipe));
  const before = cpuTimesOf(stack);
  const ours = await underLoad(whole["300b"].ours);
  return {
    ...{ samples, streams },
    perSecond: {
      ours: ours.perSecond,
      portkey: portkey.perSecond,
      reference: reference.perSecond,
      ...(cloakpipe && { cloakpipe: cloakpipe.perSecond }),
    },
    cpuMs: cpuPerRequest(before, cpuTimesOf(stack), ours.requests),
    peerCpuMs: {
      portkey: portkey.cpuMs,
      ...(cloakpipe && { cloakpipe: cloakpipe.cpuMs }),
    },
  };
}

function underLoad(target: LoadTarget): Promise<LoadResult> {
  return load(target, CONCURRENCY, THROUGHPUT_MS);
}

async function peerUnderLoad({ pid }: PeerProcess, target: LoadTarget) {
  const before = processCpuMs(pid);
  const { requests, perSecond } = await underLoad(target);
  return { perSecond, cpuMs: (processCpuMs(pid) - before) / requests };
}
