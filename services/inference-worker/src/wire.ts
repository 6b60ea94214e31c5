import { setTimeout as sleep } from "node:timers/promises";
import type { ServiceKeys } from "@veil/crypto";
import { createAnthropicProvider } from "./adapters/anthropic-provider.ts";
import { createOpenaiProvider } from "./adapters/openai-provider.ts";
import type { WorkerConfig } from "./config.ts";
import type { ProviderEndpoint } from "./domain/provider-table.ts";
import type { RunDeps } from "./domain/run-inference.ts";
import type { Provider } from "./ports.ts";

const CREATE = { anthropic: createAnthropicProvider, openai: createOpenaiProvider } as const;

interface OpenProviders {
  readonly providerAt: (endpoint: ProviderEndpoint) => Provider;
  close(): Promise<void>;
}

type ProviderSettings = Pick<
  WorkerConfig,
  "providerTimeoutMs" | "maxResponseBytes" | "concurrency" | "proxyUrl"
>;

/** One adapter, with its own connections, for each endpoint that is asked for. */
function openProviders(settings: ProviderSettings): OpenProviders {
  const open = new Map<ProviderEndpoint, Provider>();
  const create = ({ dialect, baseUrl }: ProviderEndpoint): Provider =>
    CREATE[dialect]({
      baseUrl,
      timeoutMs: settings.providerTimeoutMs,
      maxResponseBytes: settings.maxResponseBytes,
      connections: settings.concurrency,
      ...(settings.proxyUrl !== undefined && { proxyUrl: settings.proxyUrl }),
    });
  return {
    providerAt(endpoint) {
      const provider = open.get(endpoint) ?? create(endpoint);
      open.set(endpoint, provider);
      return provider;
    },
    async close() {
      await Promise.all([...open.values()].map((provider) => provider.close()));
    },
  };
}

interface OpenRun {
  readonly run: RunDeps;
  /** Ends every back-off at once: those jobs are given back. */
  stopWaiting(): void;
  /** Breaks off the calls in hand. */
  close(): Promise<void>;
}

export function openRun(config: WorkerConfig, identity: ServiceKeys): OpenRun {
  const stopping = new AbortController();
  const { providerAt, close } = openProviders(config);
  const { managed, providerTable: table, maxAttempts } = config;
  return {
    run: {
      keyRing: { managed, table, identity },
      providerAt,
      maxAttempts,
      nowMs: Date.now,
      random: Math.random,
      wait: (ms) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined),
    },
    stopWaiting: () => stopping.abort(),
    close,
  };
}
