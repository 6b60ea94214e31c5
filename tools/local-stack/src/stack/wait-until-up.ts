import { setTimeout as sleep } from "node:timers/promises";
import { isUp } from "./is-up.ts";

interface WaitOptions {
  readonly name: string;
  readonly url: string;
  readonly hasEnded: () => boolean;
  /**
   * Returns a number that grows while the process works, or undefined if the system does not report
   * it.
   */
  readonly work: () => number | undefined;
  readonly onLog: (line: string) => void;
}

export interface WaitMeans {
  readonly isUp: (url: string) => Promise<boolean>;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
}

/**
 * The limit of the wait. A start may take minutes on a busy machine, but a process that uses no CPU
 * time for two minutes is stuck.
 */
const LIMIT_MS = 600_000;
const STUCK_MS = 120_000;
const LOG_MS = 30_000;
const TRY_MS = 25;
const SYSTEM: WaitMeans = { isUp, now: Date.now, sleep };

/**
 * Waits for a service. @returns undefined when `url` responds with 200, otherwise the reason why
 * the wait failed
 */
export async function waitUntilUp(
  { name, url, hasEnded, work, onLog }: WaitOptions,
  means: WaitMeans = SYSTEM,
): Promise<string | undefined> {
  const began = means.now();
  const idleFor = idleClock(work, began);
  let nextLog = began + LOG_MS;
  for (;;) {
    if (hasEnded()) return "it ended";
    if (await means.isUp(url)) return undefined;
    const now = means.now();
    if (idleFor(now) > STUCK_MS) return `it has done nothing for ${seconds(STUCK_MS)}`;
    if (now - began > LIMIT_MS) return `it is not up after ${seconds(LIMIT_MS)}`;
    if (now >= nextLog) {
      onLog(`${name} is still starting (${seconds(now - began)})`);
      nextLog = now + LOG_MS;
    }
    await means.sleep(TRY_MS);
  }
}

function idleClock(work: WaitOptions["work"], began: number): (now: number) => number {
  let seen = { work: work(), at: began };
  return (now) => {
    const worked = work();
    if (worked === undefined || worked !== seen.work) seen = { work: worked, at: now };
    return now - seen.at;
  };
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1_000)} s`;
}
