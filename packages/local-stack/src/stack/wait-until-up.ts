import { setTimeout as sleep } from "node:timers/promises";

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
    if (await answers(url)) return true;
    await sleep(25);
  }
  return false;
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
