import { randomUUID } from "node:crypto";
import path from "node:path";
import type { BenchOptions } from "../bench-options.ts";
import { repeat } from "../pipeline/load.ts";
import { withBenchStack } from "../pipeline/start-bench-stack.ts";
import { type Figure, figure } from "../report.ts";
import { ROOT } from "../repository.ts";
import { inRounds } from "../rounds.ts";
import { median } from "../statistics.ts";

const REPLICAS = 4;
const WAITING_CALLS = 64;
const CONNECTIONS = 12;
const ROUND_MS = 3_000;

/** The stores of the gateway, of which benchmarks use only the admission of jobs. */
interface Stores {
  readonly jobs: { admit(admission: object, leaseMs: number): Promise<{ readonly kind: string }> };
  close(): Promise<void>;
}

/**
 * Measures how many jobs of one customer four replicas admit per second. The peer is the same
 * statement for one job at a time at each replica, so that each job waits for the commits of others.
 */
export async function benchAdmission(options: BenchOptions): Promise<Figure[]> {
  return await withBenchStack({ profile: "embedded" }, async (stack) => {
    const { customerId } = await stack.provision({ tier: "enterprise", managedAi: true });
    const open = () => openStores(stack.databases.gatewayAdminUrl);
    const replicas = await Promise.all(Array.from({ length: REPLICAS }, open));
    try {
      const rounds = await inRounds(options, "admission", async () => ({
        one: await admitFor(replicas, customerId, 1),
        many: await admitFor(replicas, customerId, WAITING_CALLS),
      }));
      const of = (kind: "one" | "many") => median(rounds.map((round) => round[kind]));
      const peer: [string, number] = ["one job at a time at each replica", of("one")];
      return [figure("admission.jobs_per_second", of("many"), "jobs/s", peer)];
    } finally {
      await Promise.all(replicas.map((one) => one.close()));
    }
  });
}

/** Opens the stores of the gateway's build, because tools do not import services. */
export async function openStores(databaseUrl: string): Promise<Stores> {
  const file = path.join(ROOT, "services/edge-gateway/dist/stores.js");
  const { openStores: open } = await import(file);
  const ignore = () => undefined;
  const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
  return open({ databaseUrl, databaseConnections: CONNECTIONS }, log);
}

/**
 * Admits jobs of a customer for a few seconds.
 * @returns jobs per second
 */
export async function admitFor(
  replicas: readonly Stores[],
  customerId: string,
  waiting: number,
): Promise<number> {
  const startedAt = performance.now();
  const isTime = () => performance.now() - startedAt < ROUND_MS;
  let admitted = 0;
  await Promise.all(
    replicas.map(({ jobs }) =>
      repeat(waiting, isTime, async () => {
        const { kind } = await jobs.admit(admissionOf(customerId), 60_000);
        if (kind !== "admitted") throw new Error(`A job was not admitted: ${kind}`);
        admitted += 1;
      }),
    ),
  );
  return (admitted * 1000) / (performance.now() - startedAt);
}

function admissionOf(customerId: string): object {
  const occurred_at = new Date().toISOString();
  const event = { event_id: randomUUID(), occurred_at, event_type: "PROXY_INFERENCE_SUBMITTED" };
  return {
    ...{ jobId: `job_${randomUUID()}`, customerId, keyId: "key00001", requestId: "req_1" },
    facts: { received_at: occurred_at, fields_sanitised: 1, layers: ["patterns"] },
    relinkMap: Buffer.alloc(300, 1),
    deadline: new Date(Date.now() + 300_000),
    message: "x".repeat(2_000),
    events: [{ ...event, actor: "system", scope: "0".repeat(64), payload: {} }],
    quota: { limitClass: "standard", limit: 1_000_000_000 },
  };
}
