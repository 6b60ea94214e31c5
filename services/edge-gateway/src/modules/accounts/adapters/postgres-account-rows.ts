import type { Queryable } from "@veil/postgres-kit";
import type { CustomerId } from "../domain/caller.ts";
import type { BoxedProviderKey, NewAccount, NewApiKey, RegistrationEnvelope } from "../ports.ts";

/** All rows of a new customer, in the order of their references. */
export async function insertAccount(tx: Queryable, account: NewAccount): Promise<void> {
  const { organisation, customer, emailLookups, apiKey, providerKey, envelopes } = account;
  const { customerId } = customer;
  const [lookup] = emailLookups;
  await tx.execute("insert into organisations (org_id, scope_key_sealed) values ($1, $2)", [
    organisation.orgId,
    organisation.sealedScopeKey,
  ]);
  await tx.execute(
    `insert into customers (customer_id, org_id, salt, email_lookup, email_lookup_version,
       email_sealed, company_sealed, tier, managed_ai, licence_expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      customerId,
      organisation.orgId,
      customer.salt,
      lookup?.hash,
      lookup?.version,
      customer.sealedEmail,
      customer.sealedCompany ?? null,
      customer.tier,
      customer.managedAi,
      customer.licenceExpiresAt ?? null,
    ],
  );
  await insertApiKey(tx, customerId, apiKey);
  if (providerKey !== undefined) await insertProviderKey(tx, customerId, providerKey);
  for (const envelope of envelopes)
    await insertEnvelope(tx, customerId, envelope, providerKey?.recordId);
}

export async function insertApiKey(
  queryable: Queryable,
  customerId: CustomerId,
  { keyId, family, developer, hash }: NewApiKey,
): Promise<void> {
  await queryable.execute(
    `insert into api_keys (key_id, customer_id, family, developer, key_hmac, pepper_version)
     values ($1, $2, $3, $4, $5, $6)`,
    [keyId, customerId, family, developer, hash.hash, hash.version],
  );
}

export async function insertProviderKey(
  tx: Queryable,
  customerId: CustomerId,
  { recordId, provider, sealingKeyId, box }: BoxedProviderKey,
): Promise<void> {
  await tx.execute(
    `insert into provider_keys (record_id, customer_id, provider, sealing_key_id, box)
     values ($1, $2, $3, $4, $5)`,
    [recordId, customerId, provider, sealingKeyId, box],
  );
}

async function insertEnvelope(
  tx: Queryable,
  customerId: CustomerId,
  envelope: RegistrationEnvelope,
  providerRecordId: string | undefined,
): Promise<void> {
  const { kind, keyId, sealedKey, usesLeft, expiresAt } = envelope;
  const record = kind === "provider_key" ? (providerRecordId ?? null) : null;
  await tx.execute(
    `insert into registration_envelopes
       (customer_id, kind, key_id, provider_record_id, sealed_key, uses_left, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [customerId, kind, keyId, record, sealedKey, usesLeft ?? null, expiresAt ?? null],
  );
}
