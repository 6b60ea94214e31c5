import type { ProviderEndpoint } from "../domain/provider-table.ts";
import type { Provider } from "../ports.ts";
import { createAnthropicProvider } from "./anthropic-provider.ts";
import { createOpenaiProvider } from "./openai-provider.ts";
import type { ProviderHttpOptions } from "./provider-http.ts";

const CREATE = { anthropic: createAnthropicProvider, openai: createOpenaiProvider } as const;

interface OpenProviders {
  readonly providerAt: (endpoint: ProviderEndpoint) => Provider;
  close(): Promise<void>;
}

export function openProviders(options: Omit<ProviderHttpOptions, "baseUrl">): OpenProviders {
  const open = new Map<ProviderEndpoint, Provider>();
  return {
    providerAt(endpoint) {
      const { dialect, baseUrl } = endpoint;
      const provider = open.get(endpoint) ?? CREATE[dialect]({ ...options, baseUrl });
      open.set(endpoint, provider);
      return provider;
    },
    async close() {
      await Promise.all([...open.values()].map((provider) => provider.close()));
    },
  };
}
