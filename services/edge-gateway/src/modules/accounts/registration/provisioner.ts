import type { Clock } from "@veil/contracts/clock";
import { ApiError } from "@veil/contracts/errors";
import type { Tier } from "@veil/contracts/public/registration";
import type { RandomBytes } from "@veil/crypto";
import { type AccountChange, accountCreated, amendment } from "../customers/account-events.ts";
import { auditScope, establishedSubject } from "../customers/audit-subject.ts";
import type { AccountSecrets } from "../keys/account-secrets.ts";
import type { KeyFamily } from "../keys/api-key.ts";
import type { CustomerId } from "../keys/caller.ts";
import { createKeyManagement } from "../keys/key-management.ts";
import type { Accounts, ApiKeys, BoxedProviderKey, Customer } from "../ports.ts";
import { newAccount, newApiKey } from "./new-account.ts";

export interface ProvisionerDeps {
  readonly accounts: Accounts;
  readonly apiKeys: ApiKeys;
  readonly secrets: AccountSecrets;
  readonly random: RandomBytes;
  readonly nowMs: Clock;
}

/** Who provisions a customer. If `changedBy` is absent, it is the command. */
type ProvisionedBy = Pick<AccountChange, "changedBy" | "requestId">;

interface ProvisionOrder {
  readonly email: string;
  readonly tier: Tier;
  readonly company?: string | undefined;
  /**
   * By default, a new customer without a provider key is managed, and an existing customer does not
   * change.
   */
  readonly managedAi?: boolean | undefined;
  readonly providerKey?: BoxedProviderKey | undefined;
  readonly family: KeyFamily;
  readonly developer: boolean;
  readonly licenseExpiresAt?: Date | undefined;
  /** If true, an existing customer is refused: it is not changed and gets no key. */
  readonly onlyNew?: boolean;
}

export interface Provisioned {
  readonly created: boolean;
  readonly customerId: CustomerId;
  readonly keyId: string;
  readonly apiKey: string;
}

/**
 * Creates a customer on behalf of the operator, who may choose the tier. An existing customer is
 * changed and gets another key.
 * @throws ApiError `customer_exists`
 */
export async function provision(
  order: ProvisionOrder,
  deps: ProvisionerDeps & ProvisionedBy,
): Promise<Provisioned> {
  const { accounts } = deps;
  const { tier, providerKey, managedAi, licenseExpiresAt } = order;
  const { minted, stored } = newApiKey(order, deps);
  const brought = providerKey === undefined ? undefined : false;
  const input = { ...order, apiKey: stored, managedAi: managedAi ?? brought ?? true };
  const account = newAccount(input, deps);
  const { organization, customer } = account;
  const { customerId } = customer;
  const created = accountCreated(account, await changeOf({ ...customer, organization }, deps));
  const known = await accounts.create(account, created);
  if (known === undefined)
    return { created: true, customerId, keyId: minted.keyId, apiKey: minted.text };
  if (order.onlyNew === true)
    throw new ApiError("customer_exists", "A customer with this email exists");
  const kept = managedAi ?? brought;
  const changes = {
    tier,
    ...(kept !== undefined && { managedAi: kept }),
    ...(licenseExpiresAt !== undefined && { licenseExpiresAt }),
    ...(providerKey !== undefined && { providerKey }),
  };
  const change = await changeOf(known, deps);
  await accounts.amend(known.customerId, amendment(changes, change));
  const keys = createKeyManagement({ ...deps, onEnded: () => undefined });
  const { family, developer } = order;
  const key = await keys.issue({ family, developer, unbounded: true }, change);
  const { keyId } = key.stored;
  return { created: false, customerId: known.customerId, keyId, apiKey: key.apiKey };
}

async function changeOf(
  customer: Pick<Customer, "customerId" | "organization" | "sealedSubjectKey">,
  deps: ProvisionerDeps & ProvisionedBy,
): Promise<AccountChange> {
  const { customerId, organization } = customer;
  const { changedBy = "command", requestId } = deps;
  const scope = auditScope(organization, deps.secrets);
  const subject = await establishedSubject(customer, deps);
  if (subject === undefined) throw new Error("The customer does not exist");
  return { customerId, scope, subject, now: new Date(deps.nowMs()), requestId, changedBy };
}
