import { createCredentialSealer } from "@veil/crypto";
import { SILENCE_MS } from "@veil/http-kit";
import type { Metrics } from "@veil/telemetry";
import type { GatewayConfig } from "../../config.ts";
import type { Clients } from "../../platform/clients.ts";
import { createWorkerSlots } from "../../platform/worker-slots.ts";
import type { Stores } from "../../stores.ts";
import { createHttpInferences } from "../calls/direct/http-inferences.ts";
import { createStreamEndings } from "../calls/direct/stream-endings.ts";
import type { ProxyDeps } from "../calls/native/routes/proxy-messages.ts";
import type { SdkDeps } from "./routes/sdk-route.ts";

interface SdkParts {
  readonly config: GatewayConfig;
  readonly stores: Stores;
  readonly clients: Clients;
  readonly metrics: Metrics;
  /** What the native call stands on. */
  readonly calls: ProxyDeps & Pick<SdkDeps, "isolation">;
  readonly workerGraceMs?: number | undefined;
}

export function createSdkModule(parts: SdkParts) {
  const { config, stores, clients, metrics, calls, workerGraceMs = WORKER_GRACE_MS } = parts;
  const { keys, trust } = clients;
  const sealing = { from: keys.service, to: "inference-worker", trust } as const;
  const matches = metrics.counter(
    "veil_streamed_answers_with_personal_data_total",
    "Streamed answers in which the scan after their end found personal data that the model wrote",
    [],
  );
  // The worker ends each call at its deadline; this is for one that sends heartbeats and no end.
  const timeoutMs = config.timing.jobDeadlineMs + workerGraceMs;
  const sdk: SdkDeps = {
    ...calls,
    counts: stores.callCounts,
    slots: createWorkerSlots(config.workerShare),
    endings: createStreamEndings(),
    onStreamedMatch: () => matches.inc(),
    inferences: createHttpInferences(clients.clients.worker, { timeoutMs, silenceMs: SILENCE_MS }),
    sealCredential: createCredentialSealer(sealing),
    prefixes: config.providerKeyPrefixes,
    dialects: config.providerDialects,
    preamble: config.preamble,
    streamingEnabled: config.streamingEnabled,
    streamPingMs: config.streamPingMs,
    // Later than the worker's, so that a client that reads gets the error.
    streamTimeoutMs: timeoutMs + workerGraceMs,
    toolsEnabled: config.toolsEnabled,
  };
  return { sdk, sdkErrorShape: config.sdkErrorShape };
}

const WORKER_GRACE_MS = 5_000;
