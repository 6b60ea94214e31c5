import { setTimeout as sleep } from "node:timers/promises";
import { isUp } from "./is-up.ts";

interface WaitOptions {
  readonly name: string;
  /** Answers 200 when it is up. */
  readonly url: string;
  /** Checked between two tries; true ends the wait. */
  readonly isGone: () => boolean;
  /** Grows while the process works; undefined where the system does not tell. */
  readonly work: () => number | undefined;
  /** Hears now and then that it is still waited for. */
  readonly onLog: (line: string) => void;
}

/** What the wait needs of the world. */
export interface WaitMeans {
  readonly isUp: (url: string) => Promise<boolean>;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
}

/** On a busy machine a start takes minutes; a process that does nothing at all for two is stuck. */
const LIMIT_MS = 600_000;
const STUCK_MS = 120_000;
const LOG_MS = 30_000;
const TRY_MS = 25;
const SYSTEM: WaitMeans = { isUp, now: Date.now, sleep };

/**
 * Waits while the process lives and works, for ten minutes at most.
 *
 * @returns undefined when `url` answers 200, or why it is waited for no longer
 */
export async function waitUntilUp(
  { name, url, isGone, work, onLog }: WaitOptions,
  means: WaitMeans = SYSTEM,
): Promise<string | undefined> {
  const began = means.now();
  const idleFor = idleClock(work, began);
  let nextLog = began + LOG_MS;
  for (;;) {
    if (isGone()) return "it ended";
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

/** How long it has done nothing, as far as anyone can tell. */
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
