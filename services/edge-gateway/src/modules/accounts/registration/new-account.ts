import type { Tier } from "@veil/contracts/public/registration";
import { hmacSha256, type RandomBytes, randomHex } from "@veil/crypto";
import { newSubjectKey } from "../customers/audit-subject.ts";
import type { AccountSecrets } from "../keys/account-secrets.ts";
import { type KeyFamily, mintApiKey, type ParsedApiKey } from "../keys/api-key.ts";
import type { CustomerId } from "../keys/caller.ts";
import type { BoxedProviderKey, NewAccount, NewApiKey } from "../ports.ts";

interface AccountInput {
  readonly email: string;
  readonly company?: string | undefined;
  readonly tier: Tier;
  readonly managedAi: boolean;
  readonly licenseExpiresAt?: Date | undefined;
  readonly providerKey?: BoxedProviderKey | undefined;
  readonly apiKey: NewApiKey;
}

interface Minting {
  readonly secrets: AccountSecrets;
  readonly random: RandomBytes;
}

/** Creates a customer in a new organization. Personal data is hashed or sealed. */
export function newAccount(input: AccountInput, { secrets, random }: Minting): NewAccount {
  const { email, company, tier, managedAi, licenseExpiresAt, providerKey, apiKey } = input;
  const emailLookups = secrets.emailLookups(email);
  const salt = random(32);
  const customerId = customerIdOf(salt, emailLookups[0]?.hash ?? Buffer.alloc(0));
  const orgId = `org_${randomHex(random)}`;
  return {
    organization: {
      orgId,
      sealedScopeKey: secrets.sealField("scope-key", orgId, random(32), random),
    },
    customer: {
      customerId,
      salt,
      sealedSubjectKey: newSubjectKey(customerId, { secrets, random }),
      tier,
      managedAi,
      sealedEmail: secrets.sealField("email", customerId, email, random),
      ...(company !== undefined && {
        sealedCompany: secrets.sealField("company", customerId, company, random),
      }),
      ...(licenseExpiresAt !== undefined && { licenseExpiresAt }),
    },
    emailLookups,
    tombstones: emailLookups.flatMap(({ hash }) => secrets.emailTombstones(hash)),
    apiKey,
    ...(providerKey !== undefined && { providerKey }),
    envelopes: [],
  };
}

/**
 * Derives a customer's id. Once the salt and the look-up are deleted, the id cannot be linked to an
 * email.
 */
function customerIdOf(salt: Uint8Array, emailLookup: Uint8Array): CustomerId {
  return `cus_${hmacSha256(salt, emailLookup).toString("hex", 0, 20)}` as CustomerId;
}

interface KeyInput {
  readonly family: KeyFamily;
  readonly developer: boolean;
}

export function newApiKey(
  { family, developer }: KeyInput,
  { secrets, random }: Minting,
): { readonly minted: ParsedApiKey; readonly stored: NewApiKey } {
  const minted = mintApiKey(family, random);
  const hash = secrets.hashApiKey(minted.text);
  return { minted, stored: { keyId: minted.keyId, family, developer, hash } };
}
