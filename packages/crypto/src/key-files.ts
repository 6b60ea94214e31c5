import { VerificationError } from "./verification-error.ts";

export const SERVICE_NAMES = [
  "edge-gateway",
  "bridge",
  "sanitiser",
  "inference-worker",
  "audit",
  "veil-signer",
] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];

export const PROBE_NAMES = ["bridge-probe", "inference-worker-probe"] as const;
export type ProbeName = (typeof PROBE_NAMES)[number];

export const PRINCIPAL_NAMES = [...SERVICE_NAMES, ...PROBE_NAMES] as const;
export type PrincipalName = (typeof PRINCIPAL_NAMES)[number];

const ALGORITHM = {
  "service-token": "Ed25519",
  message: "Ed25519",
  sealing: "X25519",
  manifest: "Ed25519",
  claim: "Ed25519",
  certificate: "Ed25519",
  checkpoint: "Ed25519",
  evidence: "Ed25519",
} as const;

/**
 * The only purpose of a key. A `service-token` key signs calls between services, a `message` key
 * signs queued messages, and a `manifest` key signs the published key manifest. A `claim` key signs
 * what a component received and emitted, a `certificate` key signs isolation certificates, and a
 * `checkpoint` key signs the state of the audit log. An `evidence` key signs evidence packs. Other
 * services encrypt to a service's `sealing` key.
 */
export type KeyPurpose = keyof typeof ALGORITHM;

export interface PinnedKey {
  readonly service: PrincipalName;
  readonly purpose: KeyPurpose;
  readonly key_id: string;
  readonly algorithm: (typeof ALGORITHM)[KeyPurpose];
  readonly public_key: string;
  /**
   * Absent for an active key. A retired key stays listed so that old signatures can be verified,
   * but is not accepted for new messages.
   */
  readonly key_state?: "active" | "retired";
  /** The validity period: RFC 3339 in UTC, in whole seconds, both ends inclusive. */
  readonly not_before?: string;
  /** Present if and only if the key is retired. */
  readonly not_after?: string;
}

export function isRetired({ key_state }: Pick<PinnedKey, "key_state">): boolean {
  return key_state === "retired";
}

export interface TrustBundleFile {
  readonly version: 1;
  /** The pinned keys. If a service has several sealing keys, senders seal to the last one. */
  readonly keys: readonly PinnedKey[];
}

export interface ServiceKeyFile {
  readonly service: PrincipalName;
  /** The private keys. If there are several signing keys for one purpose, the last one signs. */
  readonly keys: readonly PrivateKeyEntry[];
}

interface PrivateKeyEntry extends Pick<PinnedKey, "purpose" | "key_id" | "algorithm"> {
  /** 32 bytes in hexadecimal. */
  readonly private_key: string;
}

/** Parses the file. @throws VerificationError whose message contains nothing from the file */
export function readTrustBundleFile(json: string): readonly PinnedKey[] {
  const { version, keys } = parseObject(json, "Trust bundle");
  if (version !== 1)
    throw new VerificationError("unsupported_version", "Trust bundle: version must be 1");
  const entries = readEntries<PinnedKey>(keys, "public_key", "Trust bundle");
  if (!entries.every(({ service }) => PRINCIPAL_NAMES.includes(service)))
    throw new VerificationError("unknown_service", "Trust bundle: unknown service");
  for (const entry of entries) requireValidity(entry);
  requireUnique(entries, ({ key_id }) => key_id, "Trust bundle: duplicate key id");
  requireUnique(entries, (entry) => entry.public_key, "Trust bundle: one key for two purposes");
  return entries;
}

/** Parses the file. @throws VerificationError whose message contains nothing from the file */
export function readServiceKeyFile(json: string): ServiceKeyFile {
  const { service: name, keys } = parseObject(json, "Service keys");
  const service = PRINCIPAL_NAMES.find((known) => known === name);
  if (service === undefined)
    throw new VerificationError("unknown_service", "Service keys: unknown service");
  const entries = readEntries<PrivateKeyEntry>(keys, "private_key", "Service keys");
  requireUnique(entries, ({ key_id }) => key_id, "Service keys: duplicate key id");
  requireUnique(entries, (entry) => entry.private_key, "Service keys: one key for two purposes");
  return { service, keys: entries };
}

function parseObject(json: string, what: string): Record<string, unknown> {
  const value = parseJson(json, what);
  if (typeof value !== "object" || value === null)
    throw new VerificationError("malformed", `${what}: not a JSON object`);
  return value as Record<string, unknown>;
}

/**
 * Parses JSON, and replaces the error of JSON.parse, because its message quotes the text, which may
 * be a private key.
 */
function parseJson(json: string, what: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new VerificationError("malformed", `${what}: not JSON`);
  }
}

const KEY_ID = /^[A-Za-z0-9_-]{1,64}$/;
const RAW_KEY_HEX = /^[0-9a-f]{64}$/;

function readEntries<T>(keys: unknown, keyField: string, what: string): readonly T[] {
  if (!Array.isArray(keys))
    throw new VerificationError("malformed", `${what}: keys must be a list`);
  for (const entry of keys as readonly unknown[]) requireEntry(entry, keyField, what);
  return keys as readonly T[];
}

function requireEntry(entry: unknown, keyField: string, what: string): void {
  const { purpose, algorithm, key_id, [keyField]: key } = (entry ?? {}) as Record<string, unknown>;
  if (!isPurpose(purpose))
    throw new VerificationError("unknown_purpose", `${what}: unknown purpose`);
  if (algorithm !== ALGORITHM[purpose])
    throw new VerificationError(
      "unsupported_algorithm",
      `${what}: a ${purpose} key must be ${ALGORITHM[purpose]}`,
    );
  if (typeof key_id !== "string" || !KEY_ID.test(key_id))
    throw new VerificationError("malformed", `${what}: invalid key id`);
  if (typeof key !== "string" || !RAW_KEY_HEX.test(key))
    throw new VerificationError(
      "malformed",
      `${what}: ${keyField} must be 64 lower-case hexadecimal digits`,
    );
}

const STATES: readonly unknown[] = [undefined, "active", "retired"];
const WHOLE_SECOND = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

function requireValidity(key: PinnedKey): void {
  const { key_state, not_before, not_after } = key;
  if (!STATES.includes(key_state))
    throw new VerificationError("malformed", "Trust bundle: unknown key state");
  if (![not_before, not_after].every((time) => time === undefined || isWholeSecond(time)))
    throw new VerificationError("malformed", "Trust bundle: a validity is not a time in UTC");
  if (isRetired(key) !== (not_after !== undefined))
    throw new VerificationError(
      "bad_validity",
      "Trust bundle: retired keys have not_after, and active ones do not",
    );
  if (not_before !== undefined && not_after !== undefined && not_after < not_before)
    throw new VerificationError("bad_validity", "Trust bundle: a validity ends before it begins");
}

function isWholeSecond(time: string): boolean {
  return WHOLE_SECOND.test(time) && !Number.isNaN(Date.parse(time));
}

function isPurpose(purpose: unknown): purpose is KeyPurpose {
  return typeof purpose === "string" && Object.hasOwn(ALGORITHM, purpose);
}

function requireUnique<T>(entries: readonly T[], field: (entry: T) => string, problem: string) {
  if (new Set(entries.map(field)).size !== entries.length)
    throw new VerificationError("duplicate_key", problem);
}
