import { DatabaseError, type Queryable } from "@veil/postgres-kit";
import type { CustomerId } from "../keys/caller.ts";
import type {
  BoxedProviderKey,
  IssuedKey,
  NewAccount,
  NewApiKey,
  RegistrationEnvelope,
} from "../ports.ts";

const INSERT_ORGANIZATION = "insert into organisations (org_id, scope_key_sealed) values ($1, $2)";

const INSERT_CUSTOMER = `
insert into customers (customer_id, org_id, salt, subject_key_sealed, email_lookup, email_lookup_version,
  email_sealed, company_sealed, tier, managed_ai, licence_expires_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;

const INSERT_API_KEY = `
insert into api_keys
  (key_id, customer_id, family, developer, key_hmac, pepper_version, created_at, entity_policy, call_policy, calls_only)
values ($1, $2, $3, $4, $5, $6, coalesce($7, now()), $8, $9, $10)`;

const INSERT_PROVIDER_KEY = `
insert into provider_keys (record_id, customer_id, provider, sealing_key_id, box)
values ($1, $2, $3, $4, $5)`;

const INSERT_ENVELOPE = `
insert into registration_envelopes
  (customer_id, kind, key_id, provider_record_id, sealed_key, uses_left, expires_at)
values ($1, $2, $3, $4, $5, $6, $7)`;

export async function insertAccount(tx: Queryable, account: NewAccount): Promise<void> {
  const { organization, customer, emailLookups, apiKey, providerKey, envelopes } = account;
  const { customerId } = customer;
  const [lookup] = emailLookups;
  await tx.execute(INSERT_ORGANIZATION, [organization.orgId, organization.sealedScopeKey]);
  await tx.execute(INSERT_CUSTOMER, [
    customerId,
    organization.orgId,
    customer.salt,
    customer.sealedSubjectKey,
    lookup?.hash,
    lookup?.version,
    customer.sealedEmail,
    customer.sealedCompany ?? null,
    customer.tier,
    customer.managedAi,
    customer.licenseExpiresAt ?? null,
  ]);
  await insertApiKey(tx, customerId, apiKey);
  if (providerKey !== undefined) await insertProviderKey(tx, customerId, providerKey);
  for (const envelope of envelopes)
    await insertEnvelope(tx, customerId, envelope, providerKey?.recordId);
}

export async function insertApiKey(
  queryable: Queryable,
  customerId: CustomerId,
  key: NewApiKey & Partial<IssuedKey>,
): Promise<void> {
  const { keyId, family, developer, hash, createdAt, entityPolicy, callPolicy } = key;
  const policies = [entityPolicy, callPolicy].map(policyValue);
  const values = [keyId, customerId, family, developer, hash.hash, hash.version];
  await queryable.execute(INSERT_API_KEY, [
    ...values,
    createdAt ?? null,
    ...policies,
    key.callsOnly ?? false,
  ]);
}

/** Converts a policy to the value of its database column. */
export function policyValue(policy: object | undefined): string | null {
  return policy === undefined ? null : JSON.stringify(policy);
}

export async function insertProviderKey(
  tx: Queryable,
  customerId: CustomerId,
  { recordId, provider, sealingKeyId, box }: BoxedProviderKey,
): Promise<void> {
  await tx.execute(INSERT_PROVIDER_KEY, [recordId, customerId, provider, sealingKeyId, box]);
}

async function insertEnvelope(
  tx: Queryable,
  customerId: CustomerId,
  envelope: RegistrationEnvelope,
  providerRecordId: string | undefined,
): Promise<void> {
  const { kind, keyId, sealedKey, usesLeft, expiresAt } = envelope;
  const record = kind === "provider_key" ? (providerRecordId ?? null) : null;
  const bounds = [usesLeft ?? null, expiresAt ?? null];
  await tx.execute(INSERT_ENVELOPE, [customerId, kind, keyId, record, sealedKey, ...bounds]);
}

const ATTEMPTS = 3;

/**
 * Retries a transaction that the database rolled back because of a deadlock. One occurs, for
 * example, when a transaction changes the rows of many jobs while a batch ends the same jobs in
 * another order.
 */
export async function repeatedOnConflict<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      const isConflict = error instanceof DatabaseError && error.kind === "conflict";
      if (!isConflict || attempt === ATTEMPTS) throw error;
    }
  }
}
