import type { Clock } from "@veil/contracts/clock";
import { accountCreated } from "../customers/account-events.ts";
import { auditScope } from "../customers/audit-scope.ts";
import { auditSubject } from "../customers/audit-subject.ts";
import { type BoxOptions, boxProviderKey } from "../customers/provider-key.ts";
import type { AccountSecrets } from "../keys/account-secrets.ts";
import { parseApiKey } from "../keys/api-key.ts";
import type { Authenticator } from "../keys/authenticator.ts";
import type { Accounts, Customer, NewAccount } from "../ports.ts";
import { newAccount, newApiKey } from "./new-account.ts";
import { openEnvelope, type RegistrationProofs, sealEnvelopes } from "./registration-proofs.ts";

export interface RegistrarDeps extends BoxOptions {
  readonly accounts: Accounts;
  readonly authenticator: Pick<Authenticator, "identify">;
  readonly secrets: AccountSecrets;
  readonly replayWindowMs: number;
  readonly nowMs: Clock;
}

export interface Registration extends RegistrationProofs {
  readonly email: string;
  readonly company?: string | undefined;
  readonly presentedKey?: string | undefined;
  readonly requestId: string;
}

export type RegistrationOutcome =
  | { readonly kind: "created"; readonly apiKey: string; readonly customer: Customer }
  | { readonly kind: "proven"; readonly apiKey: string; readonly customer: Customer }
  | { readonly kind: "unproven" };

/** The new keys that a client address may still have. */
export interface KeyBudget {
  /** @throws ApiError `registration_limit` when it is used up */
  consume(): Promise<void>;
  refund(): Promise<void>;
}

export interface Registrar {
  register(registration: Registration, budget: KeyBudget): Promise<RegistrationOutcome>;
}

export function createRegistrar(deps: RegistrarDeps): Registrar {
  const { accounts, authenticator, secrets, nowMs } = deps;

  async function provenKey(
    registration: Registration,
    { customerId }: Customer,
  ): Promise<string | undefined> {
    const { presentedKey = "" } = registration;
    // `svc_api_key` may not hold a key of the other family.
    const isNative = parseApiKey(presentedKey)?.family === "svc";
    const presented = isNative ? await authenticator.identify(presentedKey) : undefined;
    if (presented?.customerId === customerId) return presentedKey;
    const envelopes = await accounts.envelopes(customerId, new Date(nowMs()));
    const found = openEnvelope(envelopes, registration, { secrets, customerId });
    if (found === undefined || found.envelope.usesLeft === undefined) return found?.apiKey;
    const spent = await accounts.spendEnvelope(customerId, found.envelope.kind);
    return spent ? found.apiKey : undefined;
  }

  return {
    async register(registration, budget) {
      const { account, apiKey } = prepare(registration, deps);
      await accounts.dropExpiredEnvelopes(new Date(nowMs()));
      const known =
        (await accounts.findByEmail(account.emailLookups)) ??
        (await createCounted(budget, () =>
          accounts.create(account, createdEvents(account, registration, deps)),
        ));
      if (known === undefined) {
        const { customer, organization } = account;
        return { kind: "created", apiKey, customer: { ...customer, organization } };
      }
      const proven = await provenKey(registration, known);
      if (proven === undefined) return { kind: "unproven" };
      return { kind: "proven", apiKey: proven, customer: known };
    },
  };
}

function createdEvents(
  account: NewAccount,
  { requestId }: Registration,
  { secrets, nowMs }: RegistrarDeps,
) {
  const { customerId } = account.customer;
  const scope = auditScope(account.organization, secrets);
  const subject = auditSubject(account.customer, secrets);
  const now = new Date(nowMs());
  return accountCreated(account, { customerId, scope, subject, requestId, now });
}

/** Refunds the budget when no account was created (lost race, database down). */
async function createCounted(
  budget: KeyBudget,
  create: () => Promise<Customer | undefined>,
): Promise<Customer | undefined> {
  await budget.consume();
  const known = await create().catch(async (error: unknown) => {
    await budget.refund();
    throw error;
  });
  if (known !== undefined) await budget.refund();
  return known;
}

/** Creates the account before the look-up, so that a known address takes no less time. */
function prepare(registration: Registration, deps: RegistrarDeps) {
  const { secrets, replayWindowMs, random, nowMs } = deps;
  const { email, company, providerKey } = registration;
  const key = newApiKey({ family: "svc", developer: false }, { secrets, random });
  const boxed = providerKey === undefined ? undefined : boxProviderKey(providerKey, deps);
  const account = newAccount(
    {
      email,
      company,
      tier: "free",
      managedAi: providerKey === undefined,
      providerKey: boxed,
      apiKey: key.stored,
    },
    { secrets, random },
  );
  const { customerId } = account.customer;
  const apiKey = key.minted;
  const sealing = { secrets, customerId, apiKey, replayWindowMs, nowMs: nowMs(), random };
  const envelopes = sealEnvelopes(registration, sealing);
  return { account: { ...account, envelopes }, apiKey: apiKey.text };
}
