import type { Stack } from "@veil/local-stack";
import { Client } from "pg";
import { residentMegabytes } from "../pipeline/memory.ts";
import { withBenchStack } from "../pipeline/start-bench-stack.ts";
import { type Figure, figure } from "../report.ts";

const CERTIFICATES = 1_000_000;
const SAMPLE_MS = 50;
const MINUTE_MS = 60_000;
const PERIOD_MS = 30 * 24 * 60 * MINUTE_MS;
const MEGABYTE = 1_048_576;

/** Certificates without evidence, which a pack lists and never opens. */
const FILL = `
with batch as (
  insert into certificate_batches (batch_id, signed, batch_sha256, event_id)
  values (gen_random_uuid(), 'x', repeat('ab', 32), gen_random_uuid()) returning batch_id
)
insert into certificates (request_id, customer_id, record, batch_id, place, decided_at, created_at)
select 'req_' || md5(n::text), $1, 'x', batch_id, '{0}', now(), now() - n * interval '1 second'
from generate_series(1, $2::int) n, batch`;

/** Measures the memory of the gateway while a customer with many certificates reads a pack. */
export async function benchEvidence(): Promise<Figure[]> {
  return await withBenchStack({ profile: "embedded" }, async (stack) => {
    const { apiKey, customerId } = await stack.provision({ tier: "enterprise" });
    await fill(stack, customerId);
    // The first pack compiles and loads what later ones share.
    await download(stack, apiKey, Date.now() - MINUTE_MS);
    const pid = stack.pids().get("edge-gateway") ?? 0;
    const idle = residentMegabytes(pid);
    let peak = idle;
    const timer = setInterval(() => {
      peak = Math.max(peak, residentMegabytes(pid));
    }, SAMPLE_MS);
    const begun = performance.now();
    const bytes = await download(stack, apiKey, Date.now() - PERIOD_MS);
    clearInterval(timer);
    return [
      figure("evidence.certificates", CERTIFICATES, ""),
      figure("evidence.pack_mb", bytes / MEGABYTE, "MB"),
      figure("evidence.seconds", (performance.now() - begun) / 1_000, "s"),
      figure("evidence.idle_mb", idle, "MB"),
      figure("evidence.added_peak_mb", peak - idle, "MB"),
    ];
  });
}

async function fill({ databases }: Stack, customerId: string): Promise<void> {
  const client = new Client({ connectionString: databases.gatewayAdminUrl });
  await client.connect();
  try {
    await client.query(FILL, [customerId, CERTIFICATES]);
    await client.query("vacuum analyze certificates");
  } finally {
    await client.end();
  }
}

/** Reads a pack without keeping it. @returns its size in bytes */
async function download({ gatewayUrl }: Stack, apiKey: string, sinceMs: number): Promise<number> {
  const since = new Date(sinceMs).toISOString();
  const url = `${gatewayUrl}/api/v1/compliance/evidence-pack?since=${since}`;
  const response = await fetch(url, { headers: { "x-api-key": apiKey } });
  if (response.status !== 200 || response.body === null)
    throw new Error(`The gateway answered ${response.status}: ${await response.text()}`);
  let bytes = 0;
  for await (const part of response.body) bytes += part.length;
  return bytes;
}
