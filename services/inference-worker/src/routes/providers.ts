import { ProvidersQuery, type ProvidersResult } from "@veil/contracts/inference";
import { checked } from "@veil/contracts/parsing";
import { type CallRoute, jsonCall } from "@veil/service-kit/http";
import type { KnownProvider } from "../domain/provider-table.ts";

const LIMIT_BYTES = 1024;
const parse = checked(ProvidersQuery);

/** `POST /providers`: returns where this worker sends prompts, by its settings. */
export function providersRoute(
  providers: readonly Pick<KnownProvider, "name" | "baseUrl">[],
): CallRoute {
  const answer: ProvidersResult = { providers: providers.map(endpointOf) };
  return {
    path: "/providers",
    limitBytes: LIMIT_BYTES,
    repeatable: true,
    answer: jsonCall(parse, () => answer),
  };
}

function endpointOf({ name, baseUrl }: Pick<KnownProvider, "name" | "baseUrl">) {
  const { host, protocol } = new URL(baseUrl);
  return { name, host, encrypted: protocol === "https:" };
}
