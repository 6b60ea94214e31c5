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
  const open = new Map<string, Provider>();
  return {
    providerAt({ dialect, baseUrl }) {
      const address = `${dialect} ${baseUrl}`;
      const provider = open.get(address) ?? CREATE[dialect]({ ...options, baseUrl });
      open.set(address, provider);
      return provider;
    },
    async close() {
      await Promise.all([...open.values()].map((provider) => provider.close()));
    },
  };
}
