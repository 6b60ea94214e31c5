import type { Clock } from "@veil/contracts/clock";
import { type RandomBytes, sealWithKey, sha256Hex } from "@veil/crypto";
import { openOwnBox } from "../../../platform/sealed-record.ts";
import { accountCreated } from "../customers/account-events.ts";
import { auditScope, auditSubject } from "../customers/audit-subject.ts";
import { type BoxOptions, boxProviderKey } from "../customers/provider-key.ts";
import type { AccountSecrets } from "../keys/account-secrets.ts";
import { parseApiKey } from "../keys/api-key.ts";
import type { Authenticator } from "../keys/authenticator.ts";
import type { CustomerId } from "../keys/caller.ts";
import type { Accounts, Customer, NewAccount, ProofKind, RegistrationEnvelope } from "../ports.ts";
import { newAccount, newApiKey } from "./new-account.ts";

interface RegistrarDeps extends BoxOptions {
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

/** Counts the new keys that a client address may still get. */
export interface KeyBudget {
  /** Counts a new key. @throws ApiError `registration_limit` when the budget is used up */
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
    // The response field `svc_api_key` must not contain a key of the other family.
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

/**
 * Creates an account within the budget. The budget is refunded if no account was created, because
 * another registration was faster or the database is down.
 */
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

/**
 * Builds the account before the address is looked up, so that requests with registered and new
 * addresses take the same time.
 */
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

interface RegistrationProofs {
  readonly idempotencyKey?: string | undefined;
  readonly providerKey?: string | undefined;
  readonly clientAddress: string;
  readonly bodyBytes: Uint8Array;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const REPLAYS = 3;

interface SealOptions {
  readonly secrets: AccountSecrets;
  readonly customerId: CustomerId;
  readonly apiKey: { readonly keyId: string; readonly text: string };
  readonly replayWindowMs: number;
  readonly nowMs: number;
  readonly random: RandomBytes;
}

/**
 * Seals the key in one envelope for each proof. All envelopes expire, except for the provider key's
 * envelope.
 */
function sealEnvelopes(
  proofs: RegistrationProofs,
  { secrets, customerId, apiKey, replayWindowMs, nowMs, random }: SealOptions,
): RegistrationEnvelope[] {
  const terms: Record<ProofKind, Pick<RegistrationEnvelope, "expiresAt" | "usesLeft">> = {
    idempotency_key: { expiresAt: new Date(nowMs + DAY_MS) },
    provider_key: {},
    replay_window: { expiresAt: new Date(nowMs + replayWindowMs), usesLeft: REPLAYS },
  };
  return proofParts(proofs)
    .filter(([kind]) => kind !== "replay_window" || replayWindowMs > 0)
    .map(([kind, parts]) => {
      const key = secrets.proofKey(kind, parts);
      const sealedKey = sealWithKey(key, Buffer.from(apiKey.text), customerId, random);
      return { kind, keyId: apiKey.keyId, sealedKey, ...terms[kind] };
    });
}

function openEnvelope(
  envelopes: readonly RegistrationEnvelope[],
  proofs: RegistrationProofs,
  { secrets, customerId }: Pick<SealOptions, "secrets" | "customerId">,
): { readonly envelope: RegistrationEnvelope; readonly apiKey: string } | undefined {
  for (const [kind, parts] of proofParts(proofs)) {
    const envelope = envelopes.find((candidate) => candidate.kind === kind);
    const apiKey = envelope && opened(envelope, secrets.proofKeys(kind, parts), customerId);
    if (apiKey !== undefined && envelope !== undefined) return { envelope, apiKey };
  }
  return undefined;
}

/**
 * Lists the proofs in the order in which they are tried. The one with a limited number of uses is
 * last.
 */
function proofParts(proofs: RegistrationProofs): [ProofKind, readonly string[]][] {
  const { idempotencyKey, providerKey, clientAddress, bodyBytes } = proofs;
  const body = sha256Hex(bodyBytes);
  return [
    ...(idempotencyKey === undefined ? [] : [entry("idempotency_key", idempotencyKey, body)]),
    ...(providerKey === undefined ? [] : [entry("provider_key", providerKey)]),
    entry("replay_window", clientAddress, body),
  ];
}

function entry(kind: ProofKind, ...parts: string[]): [ProofKind, readonly string[]] {
  return [kind, parts];
}

function opened(
  { sealedKey }: RegistrationEnvelope,
  keys: readonly Uint8Array[],
  customerId: CustomerId,
): string | undefined {
  for (const key of keys) {
    const apiKey = openOwnBox(key, sealedKey, customerId);
    if (apiKey !== undefined) return apiKey.toString();
  }
  return undefined;
}
