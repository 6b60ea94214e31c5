import type { ManifestContent, VeilKeyEntry } from "@veil/contracts/signer";
import {
  type KeyPurpose,
  PRINCIPAL_NAMES,
  type PrincipalName,
  requireOnCurve,
  type VerificationCode,
  VerificationError,
} from "@veil/crypto";
import { fromHex } from "./hex.ts";
import { purposesOf } from "./key-set.ts";
import { CEREMONY_ROLES, MANIFEST_PURPOSE } from "./roles.ts";

interface CeremonyFacts {
  readonly previous: ManifestContent | undefined;
  /** The time on the clock of the person who signs. */
  readonly nowMs: number;
}

/**
 * How long a ceremony, in which two people compare keys, may take. A longer time would allow one of
 * them to backdate or postdate a key.
 */
const CEREMONY_MS = 15 * 60 * 1000;

/**
 * Checks the rules that apply when people sign a manifest, in addition to the rules that verifiers
 * check at any time. The manifest must be dated now, list one key for each role, and add only keys
 * that a service can have.
 * @throws VerificationError
 */
export function requireCeremonyRules(content: ManifestContent, facts: CeremonyFacts): void {
  const { previous, nowMs } = facts;
  requireNear(content.signed_at, nowMs, "signed_at");
  for (const role of CEREMONY_ROLES) requireOneKey(content, role);
  const before = new Set(previous?.keys.map(({ key_id }) => key_id));
  const fresh = content.keys.filter(({ key_id }) => !before.has(key_id));
  for (const key of fresh) {
    requireKnownOwner(key);
    requireOnCurve(fromHex(key.public_key));
    if (key.key_state === "active") requireNear(key.not_before, nowMs, "a new key's not_before");
  }
}

function requireNear(time: string | undefined, nowMs: number, what: string): void {
  const awayMs = Math.abs(Date.parse(time ?? "") - nowMs);
  if (!(awayMs <= CEREMONY_MS))
    throw problem("bad_validity", `${what} is more than 15 minutes away from now`);
}

function requireOneKey({ keys }: ManifestContent, role: string): void {
  const own = keys.filter(
    (key) =>
      key.service_id === role && key.purpose === MANIFEST_PURPOSE && key.key_state === "active",
  );
  if (own.length !== 1)
    throw problem("duplicate_key", `it lists ${own.length} active manifest keys of the ${role}`);
}

/**
 * Checks that the service can have a key with this purpose. It refuses sealing keys, which sign
 * nothing, and the signer's manifest key, which only development manifests list.
 */
function requireKnownOwner({ service_id, purpose }: VeilKeyEntry): void {
  const purposes = signingPurposesOf(service_id);
  if (purposes === undefined)
    throw problem("unknown_service", "a new key is of an unknown service");
  if (!purposes.includes(purpose))
    throw problem("unknown_purpose", "a new key is of a purpose that its service does not have");
}

function signingPurposesOf(owner: string): readonly string[] | undefined {
  const roles: readonly string[] = CEREMONY_ROLES;
  if (roles.includes(owner)) return [MANIFEST_PURPOSE];
  const service = PRINCIPAL_NAMES.find((known): known is PrincipalName => known === owner);
  const others: readonly KeyPurpose[] = ["sealing", MANIFEST_PURPOSE];
  return service && purposesOf(service).filter((purpose) => !others.includes(purpose));
}

function problem(code: VerificationCode, text: string): VerificationError {
  return new VerificationError(code, `Manifest: ${text}`);
}
