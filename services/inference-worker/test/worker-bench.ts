import type { InferenceJob } from "@veil/contracts/inference";
import { createTokenIssuer } from "@veil/service-kit/http";
import { createLogger } from "@veil/service-kit/telemetry";
import { createTestTrust, withKeyFiles } from "@veil/testing";
import { startSimulator } from "@veil/upstream-simulator";
import request from "supertest";
import { readConfig } from "../src/config.ts";
import { createInferenceWorker, type WorkerOverrides } from "../src/inference-worker.ts";
import { createFakeGateway } from "./fake-gateway.ts";

let lastJob = 0;

export const SECRETS = {
  token: "token-of-the-customer",
  text: "Sehr geehrte [PERSON_1]",
  request: "jrq_0123456789",
} as const;

/**
 * Starts a worker that differs from production only in not waiting for the back-off. It has a fake
 * gateway, and a provider simulator for the operator's key.
 */
export async function startWorkerBench(
  settings: Readonly<Record<string, string>> = {},
  overrides: Pick<WorkerOverrides, "heartbeatMs"> = {},
) {
  const testTrust = createTestTrust();
  const simulator = await startSimulator();
  const gateway = createFakeGateway(testTrust);
  const lines: string[] = [];
  const waits: number[] = [];
  const config = withKeyFiles(testTrust, "inference-worker", (files) =>
    readConfig({ ...files, ...settingsFor(simulator.url), ...settings }),
  );
  const worker = createInferenceWorker(config, {
    ...overrides,
    log: createLogger({
      service: "inference-worker",
      level: "debug",
      timePrecision: "second",
      destination: { write: (line) => void lines.push(line) },
    }),
    random: () => 0.5,
    wait: async (ms) => void waits.push(ms),
  });
  await worker.start();
  const issuer = createTokenIssuer(testTrust.keysOf("edge-gateway"));
  async function post(message: string, attempt = 1) {
    const { body } = await request(worker.app)
      .post("/jobs")
      .auth(await issuer.tokenFor("inference-worker"), { type: "bearer" })
      .send({ message, attempt })
      .expect(200);
    return body as { readonly kind: string; readonly result: string };
  }

  async function deliverMessage(message: string, attempt = 1) {
    const { kind, result } = await post(message, attempt);
    return kind === "retry" ? "retry" : gateway.open(result);
  }
  return {
    ...testTrust,
    ...gateway,
    ...{ worker, simulator, lines, waits, post, deliverMessage },
    async deliver(job: InferenceJob, attempt = 1, jobId = newJobId()) {
      const answer = await deliverMessage(JSON.stringify(gateway.seal(jobId, job)), attempt);
      return answer === "retry" ? "retry" : answer.result;
    },
    async ends(): Promise<Readonly<Record<string, number>>> {
      const { text } = await request(worker.opsApp).get("/metrics").expect(200);
      const counts = text.matchAll(/^veil_inference_deliveries_total{.*end="(\w+)".*} (\d+)$/gm);
      return Object.fromEntries([...counts].map(([, end, count]) => [end, Number(count)]));
    },
    async close() {
      await worker.drain?.();
      await worker.stop();
      await simulator.close();
    },
  };
}

export type WorkerBench = Awaited<ReturnType<typeof startWorkerBench>>;

export function newJobId(): string {
  lastJob += 1;
  return `job_${lastJob}`;
}

function settingsFor(baseUrl: string) {
  const entry = (provider: string) => ({ provider, dialect: provider, base_url: baseUrl });
  return {
    LLM_BASE_URL: baseUrl,
    LLM_API_KEY: "operator-key",
    LLM_MODEL: "default-model",
    PROVIDER_TIMEOUT_MS: "60000",
    PROVIDER_MAX_RESPONSE_BYTES: "200000",
    PROVIDER_TABLE: JSON.stringify({ "sk-ant-": entry("anthropic"), "sk-": entry("openai") }),
  };
}

type TemplateJob = Extract<InferenceJob, { prompt_template: string }>;
export type MessagesJob = Extract<InferenceJob, { messages: readonly unknown[] }>;

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

export function conversationOf(more: Partial<MessagesJob> = {}): MessagesJob {
  const { job_request_id, token, credential, end_user_id, deadline } = jobOf();
  return {
    ...{ job_request_id, token, credential, end_user_id, deadline },
    dialect: "anthropic",
    options: {},
    messages: [
      { role: "system", content: [{ type: "text", text: "Be brief." }] },
      { role: "user", content: [{ type: "text", text: "Write to [PERSON_1]" }] },
    ],
    ...more,
  };
}

export function deadlineIn(ms: number): string {
  return new Date(Date.now() + ms).toISOString();
}
