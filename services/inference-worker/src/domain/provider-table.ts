import type { Dialect } from "@veil/contracts/inference";

export const DIALECTS = ["anthropic", "openai"] as const satisfies readonly Dialect[];

export interface ProviderEndpoint {
  readonly name: string;
  readonly dialect: Dialect;
  readonly baseUrl: string;
  readonly defaultModel: string;
}

export type ProviderTable = ReadonlyMap<string, ProviderEndpoint>;

export const OFFICIAL_ENDPOINTS: Readonly<Record<Dialect, ProviderEndpoint>> = {
  anthropic: {
    name: "anthropic",
    dialect: "anthropic",
    baseUrl: "https://api.anthropic.com",
    defaultModel: "claude-sonnet-4-5",
  },
  openai: {
    name: "openai",
    dialect: "openai",
    baseUrl: "https://api.openai.com",
    defaultModel: "gpt-4.1-mini",
  },
};

export const DEFAULT_PROVIDER_TABLE: ProviderTable = new Map([
  ["sk-ant-", OFFICIAL_ENDPOINTS.anthropic],
  ["sk-", OFFICIAL_ENDPOINTS.openai],
]);

export function endpointOfKey(table: ProviderTable, key: string): ProviderEndpoint | undefined {
  const prefixes = [...table.keys()].filter((prefix) => key.startsWith(prefix));
  const longest = prefixes.sort((a, b) => b.length - a.length)[0];
  return longest === undefined ? undefined : table.get(longest);
}
