import type { Dialect } from "@veil/contracts/inference";

export const DIALECTS = ["anthropic", "openai"] as const satisfies readonly Dialect[];

export interface ProviderEndpoint {
  readonly name: string;
  readonly dialect: Dialect;
  readonly baseUrl: string;
  readonly defaultModel: string;
}

/**
 * A provider in the table. With the dialect `both`, one server supports the two formats, as Ollama
 * and LiteLLM do.
 */
export interface KnownProvider extends Omit<ProviderEndpoint, "dialect"> {
  readonly dialect: Dialect | "both";
}

/** Providers by key prefix. The empty prefix applies to all other keys. */
export type ProviderTable = ReadonlyMap<string, KnownProvider>;

/**
 * Returns the provider's endpoint in the call's format, or in its default format if the call
 * accepts any. Returns undefined if the provider does not support the format.
 */
export function endpointIn(
  provider: KnownProvider,
  dialect: Dialect | undefined,
): ProviderEndpoint | undefined {
  const spoken = provider.dialect === "both" ? (dialect ?? DIALECTS[0]) : provider.dialect;
  return dialect === undefined || dialect === spoken ? { ...provider, dialect: spoken } : undefined;
}

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

export function providerOfKey(table: ProviderTable, key: string): KnownProvider | undefined {
  const prefixes = [...table.keys()].filter((prefix) => key.startsWith(prefix));
  const longest = prefixes.sort((a, b) => b.length - a.length)[0];
  return longest === undefined ? undefined : table.get(longest);
}
