import {
  type InferenceJob,
  InferenceResult,
  ModelsResult,
  TokenCountResult,
} from "@veil/contracts/inference";
import { checked } from "@veil/contracts/parsing";
import { createServiceClient, createTokenIssuer, listen } from "@veil/service-kit/http";
import { jobOf, startWorkerBench } from "./worker-bench.ts";

const parseResult = checked(InferenceResult);
const parseCount = checked(TokenCountResult);
const parseModels = checked(ModelsResult);
export const timeoutMs = 60_000;

/** Starts a listening worker and the gateway's client for it. */
export async function startDirectBench(...given: Parameters<typeof startWorkerBench>) {
  const bench = await startWorkerBench(...given);
  const listener = await listen(bench.worker.app, { host: "127.0.0.1", port: 0 });
  const issuer = createTokenIssuer(bench.keysOf("edge-gateway"));
  const client = createServiceClient({
    ...{ baseUrl: listener.url, callee: "inference-worker", issuer },
  });
  const { job_request_id, credential } = jobOf();
  return {
    ...bench,
    url: listener.url,
    client,
    infer(job: InferenceJob, signal?: AbortSignal) {
      const body = { job, stream: false };
      const call = { path: "/inferences", timeoutMs, body, parse: parseResult };
      return client.call({ ...call, ...(signal && { signal }) });
    },
    countTokens(job: InferenceJob, signal?: AbortSignal) {
      const body = { job, stream: false };
      const call = { path: "/token-counts", timeoutMs, body, parse: parseCount };
      return client.call({ ...call, ...(signal && { signal }) });
    },
    models(query: object = {}, signal?: AbortSignal) {
      const body = { job_request_id, credential, dialect: "anthropic", ...query };
      const call = { path: "/models", timeoutMs, body, parse: parseModels };
      return client.call({ ...call, ...(signal && { signal }) });
    },
    async close() {
      await client.close();
      await listener.close(0);
      await bench.close();
    },
  };
}

export type DirectBench = Awaited<ReturnType<typeof startDirectBench>>;
