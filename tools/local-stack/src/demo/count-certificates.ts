import { setTimeout as sleep } from "node:timers/promises";
import type { DemoClient } from "./demo-client.ts";
import type { CertificateCount, Exchange } from "./evidence.ts";

const ARRIVAL_MS = 60_000;
/** Slow enough for the rate limit of a customer's reads. */
const TRY_MS = 1_000;

/** Waits at most a minute: certificates follow the answers, and proofs the next checkpoint. */
export async function countCertificates(
  client: DemoClient,
  exchanges: readonly Exchange[],
): Promise<CertificateCount> {
  const ids = exchanges
    .flatMap(({ unlinked, relinked }) => [unlinked, relinked])
    .flatMap(({ request_id: id }) => (id === undefined ? [] : [id]));
  const deadline = Date.now() + ARRIVAL_MS;
  for (let proven = 0; ; ) {
    while (proven < ids.length && (await client.isCertified(ids[proven] ?? ""))) proven += 1;
    if (proven === ids.length || Date.now() > deadline) return { expected: ids.length, proven };
    await sleep(TRY_MS);
  }
}
