import { type InjectedFault, isServer, type Target } from "./fault.ts";
import type { TestBed } from "./test-bed.ts";

/** Begins a fault. Resolves to a function that ends it. */
export async function inject(bed: TestBed, fault: InjectedFault): Promise<() => Promise<void>> {
  const { target } = fault;
  switch (fault.kind) {
    case "kill":
      await subjectOf(bed, target).kill();
      return () => subjectOf(bed, target).start();
    case "pause":
      subjectOf(bed, target).pause();
      return async () => subjectOf(bed, target).resume();
    case "partition": {
      const proxy = bed.proxy(target);
      proxy.partition();
      return () => proxy.mend();
    }
    case "fill-disk":
      return fillDisk(bed, target);
    case "move-clock":
      return moveClock(bed, target, fault.clockS);
  }
}

function subjectOf({ stack, server }: TestBed, target: Target) {
  if (isServer(target)) return server(target);
  return {
    kill: () => stack.kill(target),
    start: () => stack.restart(target),
    pause: () => stack.pause(target),
    resume: () => stack.resume(target),
  };
}

async function fillDisk(bed: TestBed, target: Target): Promise<() => Promise<void>> {
  if (!isServer(target)) throw new Error(`${target} stores nothing on a disk`);
  const disk = bed.disk(target);
  await disk.fill();
  return async () => {
    disk.free();
    await bed.server(target).revive();
  };
}

async function moveClock(
  bed: TestBed,
  target: Target,
  bySeconds: number,
): Promise<() => Promise<void>> {
  if (isServer(target)) throw new Error(`${target} has the clock of this machine`);
  const clocks = bed.clocks();
  clocks.move(target, bySeconds);
  return async () => clocks.move(target, 0);
}
