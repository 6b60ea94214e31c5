import { setTimeout as sleep } from "node:timers/promises";
import { request } from "undici";

interface Invariant {
  readonly sandbox_a_to_sandbox_b?: string;
  readonly sandbox_b_to_sandbox_a?: string;
}

/** The probe itself takes milliseconds; on a busy machine the sandboxes may start minutes later. */
const PROBED_MS = 60_000;

/**
 * The sandboxes may still be starting at the gateway's first probe: polls until one has an answer in both
 * directions, so that the first request's trace can report it. Resolves to that answer.
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
