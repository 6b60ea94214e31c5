import type { Tier } from "@veil/contracts/public/registration";
import type { RandomBytes } from "@veil/crypto";
import type { Accounts, ApiKeys, BoxedProviderKey } from "../ports.ts";
import type { AccountSecrets } from "./account-secrets.ts";
import type { KeyFamily } from "./api-key.ts";
import type { CustomerId } from "./caller.ts";
import { newAccount, newApiKey } from "./new-account.ts";

interface ProvisionerDeps {
  readonly accounts: Accounts;
  readonly apiKeys: ApiKeys;
  readonly secrets: AccountSecrets;
  readonly random: RandomBytes;
}

interface ProvisionOrder {
  readonly email: string;
  readonly tier: Tier;
  readonly company?: string | undefined;
  /** Absent: a new customer is managed unless it brings a provider key; a known one is not changed. */
  readonly managedAi?: boolean | undefined;
  readonly providerKey?: BoxedProviderKey | undefined;
  readonly family: KeyFamily;
  readonly developer: boolean;
  readonly licenseExpiresAt?: Date | undefined;
}

export interface Provisioned {
  readonly created: boolean;
  readonly customerId: CustomerId;
  readonly keyId: string;
  readonly apiKey: string;
}

/** For the operator, who may choose the tier and create further keys for a known customer. */
export async function provision(
  order: ProvisionOrder,
  deps: ProvisionerDeps,
): Promise<Provisioned> {
  const { accounts, apiKeys } = deps;
  const { tier, providerKey, managedAi, licenseExpiresAt } = order;
  const { minted, stored } = newApiKey(order, deps);
  const brought = providerKey === undefined ? undefined : false;
  const input = { ...order, apiKey: stored, managedAi: managedAi ?? brought ?? true };
  const account = newAccount(input, deps);
  const known = await accounts.create(account);
  const key = { keyId: minted.keyId, apiKey: minted.text };
  if (known === undefined)
    return { created: true, customerId: account.customer.customerId, ...key };
  const kept = managedAi ?? brought;
  await accounts.amend(known.customerId, {
    tier,
    ...(kept !== undefined && { managedAi: kept }),
    ...(licenseExpiresAt !== undefined && { licenseExpiresAt }),
    ...(providerKey !== undefined && { providerKey }),
  });
  await apiKeys.issue(known.customerId, stored);
  return { created: false, customerId: known.customerId, ...key };
}
