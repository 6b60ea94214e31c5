import { readFileSync } from "node:fs";
import path from "node:path";
import {
  loadServiceKeys,
  parseTrustBundle,
  type ServiceKeys,
  type ServiceName,
  type TrustBundle,
} from "@veil/crypto";
import type { Stack } from "@veil/local-stack";

export function stolenKeys({ stateDir }: Stack, service: ServiceName): ServiceKeys {
  return loadServiceKeys(readFileSync(path.join(stateDir, `keys/${service}.keys.json`), "utf8"));
}

export function trustOf({ stateDir }: Stack): TrustBundle {
  return parseTrustBundle(readFileSync(path.join(stateDir, "keys/trust.json"), "utf8"));
}

/** Returns the ids of the services' keys, which are public and the same for every request. */
export function pinnedKeyIds({ stateDir }: Stack): string[] {
  const file = readFileSync(path.join(stateDir, "keys/trust.json"), "utf8");
  return (JSON.parse(file) as { keys: { key_id: string }[] }).keys.map(({ key_id }) => key_id);
}
