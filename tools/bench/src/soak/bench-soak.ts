import { setTimeout } from "node:timers/promises";
import { PortBlock } from "@veil/local-stack";
import type { BenchOptions } from "../bench-options.ts";
import { repeat } from "../pipeline/load.ts";
import { withBenchStack } from "../pipeline/start-bench-stack.ts";
import { startSimulatorProcess } from "../pipeline/start-child.ts";
import { type Figure, figure } from "../report.ts";
import { ownHost, sdkSettings } from "../sdk/sdk-targets.ts";
import { openCalls, type SoakCalls } from "./soak-calls.ts";
import { INSPECTED, type InspectorPorts, measureStack, type StackUse } from "./stack-use.ts";

const AT_ONCE = 16;
/**
 * The share of the run that is the warm-up. Its connections, code and caches may stay in memory.
 */
const WARM_UP_SHARE = 0.2;
const IDLE_MS = 10_000;

/**
 * More growth than this after the warm-up is a leak. A process returns memory late, so the limit
 * for resident memory is much higher than the limit for the heap.
 */
const GROWTH = { heap: 10, memory: 96, sockets: 4, rows: 0 } as const;
const UNITS = { heap: "MB", memory: "MB", sockets: "sockets", rows: "rows" } as const;
type Held = keyof typeof GROWTH;
const HELD = Object.keys(GROWTH) as readonly Held[];

/**
 * Makes calls with complete responses, streams, aborted streams and errors, and compares what the
 * stack holds before and after. Sets the exit code 1 when something grew.
 */
export async function benchSoak({ minutes, onProgress }: BenchOptions): Promise<readonly Figure[]> {
  const provider = await startSimulatorProcess();
  try {
    const simulatorUrl = provider.url;
    const ports = await inspectorPorts();
    const env = inspected(sdkSettings(simulatorUrl), ports);
    const options = { profile: "embedded", simulatorUrl, env } as const;
    return await withBenchStack(options, async (stack) => {
      const { apiKey } = await stack.provision({ tier: "enterprise", managedAi: false });
      const calls = openCalls(ownHost(stack, apiKey));
      const idleUse = async () => {
        // During this pause the gateway delivers its events, and connections become idle or close.
        await setTimeout(IDLE_MS);
        return await measureStack(stack, ports);
      };
      onProgress(`${minutes} minutes, the first fifth is the warm-up`);
      await callFor(calls, minutes * WARM_UP_SHARE);
      const before = await idleUse();
      await callFor(calls, minutes * (1 - WARM_UP_SHARE));
      const after = await idleUse();
      await calls.close();
      const grown = grownIn(before, after);
      for (const line of grown) onProgress(line);
      if (grown.length > 0) process.exitCode = 1;
      return figuresOf(calls, before, after);
    });
  } finally {
    provider.stop();
  }
}

async function inspectorPorts(): Promise<InspectorPorts> {
  const block = await PortBlock.reserve();
  const ports = new Map<string, number>();
  for (const name of INSPECTED) ports.set(name, await block.next());
  return ports;
}

function inspected(env: ReturnType<typeof sdkSettings>, ports: InspectorPorts) {
  const more = [...ports].map(([name, port]) => {
    const settings = env[name as keyof typeof env] ?? {};
    return [name, { ...settings, NODE_OPTIONS: `--inspect=127.0.0.1:${port}` }] as const;
  });
  return { ...env, ...Object.fromEntries(more) };
}

async function callFor(calls: SoakCalls, minutes: number): Promise<void> {
  const endMs = performance.now() + minutes * 60_000;
  await repeat(
    AT_ONCE,
    () => performance.now() < endMs,
    () => calls.next(),
  );
}

function figuresOf(calls: SoakCalls, before: StackUse, after: StackUse): readonly Figure[] {
  const counts = [...calls.counts()].map(([kind, count]) => figure(`soak.${kind}`, count, "calls"));
  const changes = changesBetween(before, after)
    .filter(({ value, first }) => value + first > 0)
    .map(({ held, name, value, first }) =>
      figure(`soak.${held}.${name}`, value, UNITS[held], ["before", first]),
    );
  return [...counts, ...changes];
}

function grownIn(before: StackUse, after: StackUse): readonly string[] {
  return changesBetween(before, after)
    .filter(({ held, value, first }) => value - first > GROWTH[held])
    .map(({ held, name, value, first }) => `grown: ${held} of ${name}, ${first}, then ${value}`);
}

function changesBetween(before: StackUse, after: StackUse) {
  return HELD.flatMap((held) =>
    [...after[held]].map(([name, value]) => {
      const first = before[held].get(name) ?? 0;
      return { held, name, value, first };
    }),
  );
}
