import { setTimeout as sleep } from "node:timers/promises";
import { request } from "undici";

interface Invariant {
  readonly sandbox_a_to_sandbox_b?: string;
  readonly sandbox_b_to_sandbox_a?: string;
}

/** The longest wait, because on a busy machine the probes of the sandboxes may be late. */
const PROBED_MS = 60_000;

/**
 * Waits for the first isolation probe, so that the trace of the first request can report it.
 * @returns the results of the probe
 */
export async function waitUntilProbed(gatewayOpsUrl: string): Promise<string> {
  const deadline = Date.now() + PROBED_MS;
  for (;;) {
    const verdicts = await probe(gatewayOpsUrl);
    if (!verdicts.includes("unverified") || Date.now() > deadline) return verdicts;
    await sleep(100);
  }
}

async function probe(gatewayOpsUrl: string): Promise<string> {
  const url = `${gatewayOpsUrl}/invariant`;
  const { body } = await request(url, { signal: AbortSignal.timeout(PROBED_MS) });
  const { sandbox_a_to_sandbox_b: aToB, sandbox_b_to_sandbox_a: bToA } =
    (await body.json()) as Invariant;
  return `A to B ${aToB}, B to A ${bToA}`;
}
