import type { Profile, Stack } from "@veil/local-stack";
import {
  FAULT_KINDS,
  type FaultChoice,
  isServer,
  type SkippedFault,
  type Target,
  targetsOf,
} from "./fault.ts";
import type { TestBed } from "./test-bed.ts";

/** Begins a fault. Resolves to a function that ends it. */
export async function inject(
  bed: TestBed,
  { target, kind }: FaultChoice,
): Promise<() => Promise<void>> {
  const subject = isServer(target) ? bed.server(target) : serviceOf(bed.stack, target);
  switch (kind) {
    case "kill":
      await subject.kill();
      return () => subject.start();
    case "pause":
      subject.pause();
      return async () => subject.resume();
    case "partition": {
      const proxy = bed.proxy(target);
      proxy.partition();
      return () => proxy.mend();
    }
  }
}

function serviceOf(stack: Stack, service: Parameters<Stack["kill"]>[0]) {
  return {
    kill: () => stack.kill(service),
    start: () => stack.restart(service),
    pause: () => stack.pause(service),
    resume: () => stack.resume(service),
  };
}

/** Splits all faults of some targets into those that can be injected, and those that cannot. */
export function choicesOf(
  profile: Profile,
  targets: readonly Target[] = targetsOf(profile),
): { readonly choices: readonly FaultChoice[]; readonly skipped: readonly SkippedFault[] } {
  const all = targets.flatMap((target) => FAULT_KINDS.map((kind) => ({ target, kind })));
  const judged = all.map((choice) => ({ ...choice, reason: reasonAgainst(profile, choice) }));
  return {
    choices: all.filter((_, at) => judged[at]?.reason === undefined),
    skipped: judged.flatMap(({ reason, ...choice }) =>
      reason === undefined ? [] : [{ ...choice, reason }],
    ),
  };
}

function reasonAgainst(profile: Profile, { target }: FaultChoice): string | undefined {
  if (profile === "embedded" && isServer(target))
    return "the embedded PostgreSQL is a part of the stack, which stops with it";
  return undefined;
}
