import { readFileSync } from "node:fs";
import path from "node:path";
import { isRetired, parseTrustBundle } from "@veil/crypto";

/** The key that signs the key manifest of a stack, as `veil verify --pin` takes it. @throws Error when there is none */
export function manifestPin(stateDir: string): string {
  const { keys } = parseTrustBundle(readFileSync(path.join(stateDir, "keys/trust.json"), "utf8"));
  const key = keys.find((pinned) => pinned.purpose === "manifest" && !isRetired(pinned));
  if (key === undefined) throw new Error("trust.json has no key that signs the key manifest");
  return `${key.key_id}:${key.public_key}`;
}
