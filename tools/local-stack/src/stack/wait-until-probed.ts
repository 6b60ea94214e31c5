import { setTimeout as sleep } from "node:timers/promises";
import { request } from "undici";

interface Invariant {
  readonly sandbox_a_to_sandbox_b?: string;
  readonly sandbox_b_to_sandbox_a?: string;
}

/** On a busy machine the sandboxes may start minutes later. */
const PROBED_MS = 60_000;

/** Resolves to the gateway's answer. After it, the first request's trace can report the probe. */
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
