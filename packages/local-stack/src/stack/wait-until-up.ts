import { setTimeout as sleep } from "node:timers/promises";
import { isUp } from "./is-up.ts";

interface WaitOptions {
  /** Answers 200 when it is up. */
  readonly url: string;
  readonly timeoutMs: number;
  /** Checked between two tries; true ends the wait. */
  readonly isGone: () => boolean;
}

/** Resolves to true when `url` answers 200, to false when it is gone or too late. */
export async function waitUntilUp({ url, timeoutMs, isGone }: WaitOptions): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (!isGone() && Date.now() < deadline) {
    if (await isUp(url)) return true;
    await sleep(25);
  }
  return false;
}
