import { checkedJson } from "@veil/contracts/parsing";
import type { EnvReader } from "@veil/service-kit/config";
import { type Static, Type } from "typebox";
import {
  DEFAULT_PROVIDER_TABLE,
  DIALECTS,
  type KnownProvider,
  OFFICIAL_ENDPOINTS,
  type ProviderTable,
} from "./domain/provider-table.ts";

const Entry = Type.Object(
  {
    provider: Type.String({ pattern: "^[a-z0-9-]{1,64}$" }),
    dialect: Type.Union([Type.Literal("anthropic"), Type.Literal("openai"), Type.Literal("both")]),
    base_url: Type.String({ format: "uri", pattern: "^https?://" }),
    default_model: Type.Optional(Type.String({ minLength: 1 })),
  },
  { additionalProperties: false },
);
const Prefix = Type.String({ pattern: "^[!-~]{1,64}$" });
const parseTable = checkedJson(Type.Record(Prefix, Entry, { additionalProperties: false }));

const EVERY_OTHER_KEY = "*";

/**
 * Reads `PROVIDER_TABLE`, a JSON object that maps key prefixes to entries, with `*` for all other
 * keys. The entries are added to the two official providers or replace them.
 */
export function readProviderTable(read: EnvReader): ProviderTable {
  const json = read.optional("PROVIDER_TABLE");
  if (json === undefined) return DEFAULT_PROVIDER_TABLE;
  try {
    const entries = Object.entries(parseTable(json));
    return new Map([
      ...DEFAULT_PROVIDER_TABLE,
      ...entries.map(
        ([prefix, entry]) => [prefix === EVERY_OTHER_KEY ? "" : prefix, providerOf(entry)] as const,
      ),
    ]);
  } catch {
    read.problem(
      "PROVIDER_TABLE must be a JSON object of key prefix to {provider, dialect, base_url, default_model?}",
    );
    return DEFAULT_PROVIDER_TABLE;
  }
}

function providerOf(entry: Static<typeof Entry>): KnownProvider {
  const { provider, dialect, base_url, default_model } = entry;
  const official = OFFICIAL_ENDPOINTS[dialect === "both" ? DIALECTS[0] : dialect];
  const defaultModel = default_model ?? official.defaultModel;
  return { name: provider, dialect, baseUrl: base_url, defaultModel };
}
