import type { InferenceJob } from "@veil/contracts/inference";
import { createLogger } from "@veil/telemetry";
import { createTestTrust } from "@veil/testing";
import { type Simulator, startSimulator } from "@veil/upstream-simulator";
import { readConfig, type WorkerConfig } from "../src/config.ts";
import { createJobHandler, type JobEnd } from "../src/routes/handle-job.ts";
import { openRun } from "../src/wire.ts";
import { createGatewaySide } from "./gateway-side.ts";
import { keyFiles } from "./key-files.ts";

const FILES = keyFiles("inference-worker");
let lastJob = 0;

export const SECRETS = {
  token: "token-of-the-customer",
  text: "Sehr geehrte [PERSON_1]",
  request: "jrq_0123456789",
} as const;

/** A worker with everything real but the clock of its back-off, between a gateway and a simulator. */
export async function startWorkerBench(settings: Partial<WorkerConfig> = {}) {
  const testTrust = createTestTrust();
  const simulator = await startSimulator();
  const gateway = createGatewaySide(testTrust);
  const lines: string[] = [];
  const ends: JobEnd[] = [];
  const waits: number[] = [];
  const log = createLogger({
    service: "inference-worker",
    level: "debug",
    timePrecision: "second",
    destination: { write: (line) => void lines.push(line) },
  });
  const keys = testTrust.keysOf("inference-worker");
  const { run, close } = openRun({ ...configFor(simulator, "anthropic"), ...settings }, keys);
  const handle = createJobHandler({
    keys,
    trust: testTrust.trust,
    log,
    run: { ...run, random: () => 0.5, wait: async (ms) => void waits.push(ms) },
    onEnd: (end) => void ends.push(end),
  });
  const deliverMessage = async (message: string, attempt = 1) => {
    const verdict = await handle({ message, attempt });
    return verdict.kind === "retry" ? "retry" : gateway.open(verdict.result);
  };
  return {
    ...testTrust,
    ...gateway,
    ...{ simulator, lines, ends, waits, log, handle, deliverMessage },
    /** Delivers one job; the result, or "retry". */
    async deliver(job: InferenceJob, attempt = 1, jobId = newJobId()) {
      const answer = await deliverMessage(JSON.stringify(gateway.seal(jobId, job)), attempt);
      return answer === "retry" ? "retry" : answer.result;
    },
    async close() {
      await close();
      await simulator.close();
    },
  };
}

export type WorkerBench = Awaited<ReturnType<typeof startWorkerBench>>;

export function newJobId(): string {
  lastJob += 1;
  return `job_${lastJob}`;
}

/** Settings of a worker whose managed key belongs to `simulator`. */
export function configFor(simulator: Simulator, dialect: "anthropic" | "openai"): WorkerConfig {
  const entry = (provider: string) => ({ provider, dialect: provider, base_url: simulator.url });
  return readConfig({
    ...FILES,
    LLM_PROVIDER: dialect,
    LLM_BASE_URL: simulator.url,
    LLM_API_KEY: "operator-key",
    LLM_MODEL: "default-model",
    PROVIDER_TIMEOUT_MS: "1000",
    PROVIDER_MAX_RESPONSE_BYTES: "200000",
    PROVIDER_TABLE: JSON.stringify({ "sk-ant-": entry("anthropic"), "sk-": entry("openai") }),
  });
}

type TemplateJob = Extract<InferenceJob, { prompt_template: string }>;

export function jobOf(more: Partial<TemplateJob> = {}): TemplateJob {
  return {
    job_request_id: SECRETS.request,
    token: SECRETS.token,
    prompt_template: "Answer {who}: {what}",
    context: [
      { name: "who", text: "[PERSON_1] {what}" },
      { name: "what", text: SECRETS.text },
    ],
    max_tokens: 100,
    credential: { kind: "managed" },
    end_user_id: "end-user-random",
    deadline: deadlineIn(60_000),
    ...more,
  };
}

export function deadlineIn(ms: number): string {
  return new Date(Date.now() + ms).toISOString();
}
