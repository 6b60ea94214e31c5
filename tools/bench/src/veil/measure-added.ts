import type { Stack } from "@veil/local-stack";
import { inTurn, loadTimes } from "../pipeline/load.ts";
import { inRounds, type Rounds } from "../rounds.ts";
import {
  CALL_KINDS,
  type CallTargets,
  type MeasuredRoute,
  openCallTargets,
} from "./call-targets.ts";
import { type CpuMs, cpuFor, openProbe, type StackProbe } from "./stack-probe.ts";

/** Values for the same stack with `VEIL_ENABLED` and without it. */
export type ByCertificates<T> = Readonly<Record<"certified" | "plain", T>>;

export interface AddedRound {
  /** The duration in milliseconds of each request, sent one at a time. */
  readonly samples: Readonly<Record<MeasuredRoute, ByCertificates<readonly number[]>>>;
  /** The CPU time of a request until its events are in the log and its certificate has evidence. */
  readonly cpu: Readonly<Record<MeasuredRoute, ByCertificates<CpuMs>>>;
}

interface MeasuredStack {
  readonly stack: Stack;
  readonly targets: CallTargets;
  readonly probe: StackProbe;
}
type MeasuredStacks = ByCertificates<MeasuredStack>;

const TIMES_A_ROUND = 200;
const CONCURRENCY = 16;
/** The number of requests of each kind after which the JIT compilers have settled. */
const WARM_UP_REQUESTS = 2_000;
const LOADED_REQUESTS = 800;

/** Measures what certificates add to a call. Both stacks run; calls alternate between them. */
export async function measureAdded(
  stacks: ByCertificates<Stack>,
  options: Rounds,
): Promise<AddedRound[]> {
  const both = {
    certified: await openMeasured(stacks.certified),
    plain: await openMeasured(stacks.plain),
  };
  const all = [both.certified, both.plain];
  try {
    options.onProgress("warming up");
    for (const { targets } of all)
      for (const kind of CALL_KINDS) await loadTimes(targets[kind], CONCURRENCY, WARM_UP_REQUESTS);
    return await inRounds(options, "added", async (round) => {
      await stacks.certified.simulator?.clear();
      for (const { probe } of all) await probe.settle();
      return {
        samples: await ofKinds((kind) => sample(both, kind)),
        cpu: await ofKinds((kind) => cpuOf(both, kind, round % 2 === 1)),
      };
    });
  } finally {
    for (const { targets, probe } of all) {
      await targets.close();
      await probe.close();
    }
  }
}

async function openMeasured(stack: Stack): Promise<MeasuredStack> {
  return { stack, targets: await openCallTargets(stack), probe: await openProbe(stack) };
}

async function ofKinds<T>(
  measure: (kind: MeasuredRoute) => Promise<T>,
): Promise<Record<MeasuredRoute, T>> {
  return { native: await measure("native"), sdk: await measure("sdk") };
}

async function sample({ certified, plain }: MeasuredStacks, kind: MeasuredRoute) {
  const targets = { certified: certified.targets[kind], plain: plain.targets[kind] };
  return await inTurn(targets, TIMES_A_ROUND);
}

async function cpuOf(
  { certified, plain }: MeasuredStacks,
  kind: MeasuredRoute,
  certifiedFirst: boolean,
) {
  if (certifiedFirst) {
    const first = await cpuOfCalls(certified, kind);
    return { certified: first, plain: await cpuOfCalls(plain, kind) };
  }
  const first = await cpuOfCalls(plain, kind);
  return { plain: first, certified: await cpuOfCalls(certified, kind) };
}

async function cpuOfCalls({ targets, probe }: MeasuredStack, kind: MeasuredRoute): Promise<CpuMs> {
  return await cpuFor(probe, LOADED_REQUESTS, {
    work: () => loadTimes(targets[kind], CONCURRENCY, LOADED_REQUESTS),
  });
}
