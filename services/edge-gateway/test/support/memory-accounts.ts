import type { AuditEvent } from "@veil/contracts/audit";
import { customerDeletedError } from "../../src/modules/accounts/customers/account-deletion.ts";
import { noProviderKey } from "../../src/modules/accounts/customers/provider-key.ts";
import type { PepperedHash } from "../../src/modules/accounts/keys/account-secrets.ts";
import type { CustomerId, KeyPolicies } from "../../src/modules/accounts/keys/caller.ts";
import type {
  AccountChanges,
  Accounts,
  ApiKeys,
  Customer,
  CustomerKey,
  IssuedKey,
  NewAccount,
  NewApiKey,
  Passwords,
  ProviderCredentials,
  RegistrationEnvelope,
  Sessions,
  StoredAccount,
} from "../../src/modules/accounts/ports.ts";
import type { EntityLists } from "../../src/modules/entities/ports.ts";
import { createMemoryEntityLists } from "./memory-entity-lists.ts";
import { createMemoryJobs } from "./memory-jobs.ts";
import { createMemorySessions } from "./memory-sessions.ts";

interface MemoryKey extends CustomerKey {
  readonly customerId: CustomerId;
  readonly hash: PepperedHash;
}

type MemoryCustomer = NewAccount & {
  customer: NewAccount["customer"];
  envelopes: RegistrationEnvelope[];
};

export function createMemoryAccounts(owned: OwnedJobs = createMemoryJobs()): {
  readonly accounts: Accounts;
  readonly apiKeys: ApiKeys;
  readonly credentials: ProviderCredentials;
  readonly entityLists: EntityLists;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly events: readonly AuditEvent[];
} {
  const customers = new Map<CustomerId, MemoryCustomer>();
  const keys = new Map<string, MemoryKey>();
  const events: AuditEvent[] = [];
  const entityLists = createMemoryEntityLists(events);
  const apiKeys = memoryApiKeys(customers, keys, { entityLists, events, owned });
  return {
    accounts: memoryAccounts(customers, keys, { events, owned }),
    apiKeys,
    ...createMemorySessions({ customers, apiKeys, lists: entityLists.all, events }),
    credentials: memoryCredentials(customers),
    entityLists,
    events,
  };
}

type Customers = Map<CustomerId, MemoryCustomer>;
type Keys = Map<string, MemoryKey>;

type OwnedJobs = Pick<
  ReturnType<typeof createMemoryJobs>,
  "dropMapsOf" | "forgetCustomer" | "startUsage"
>;

function memoryAccounts(
  customers: Customers,
  keys: Keys,
  { events, owned }: Pick<Deps, "events" | "owned">,
): Accounts {
  const tombstones = new Map<string, ReturnType<OwnedJobs["forgetCustomer"]>["used"]>();
  const nameOf = (tombstone: Uint8Array) => Buffer.from(tombstone).toString("hex");

  function findByEmail(lookups: readonly PepperedHash[]): Customer | undefined {
    const taken = [...customers.values()].find(({ emailLookups: [stored] }) =>
      lookups.some(({ hash }) => stored?.hash.equals(hash)),
    );
    if (taken === undefined) return undefined;
    const { customerId, tier, managedAi, sealedSubjectKey } = taken.customer;
    const { organization } = taken;
    return { customerId, tier, managedAi, organization, sealedSubjectKey };
  }

  return {
    findByEmail: async (lookups) => findByEmail(lookups),
    async create(account, created) {
      const known = findByEmail(account.emailLookups);
      if (known !== undefined) return known;
      events.push(...created);
      const { customerId } = account.customer;
      customers.set(customerId, { ...account, envelopes: [...account.envelopes] });
      keys.set(account.apiKey.keyId, memoryKey(account.apiKey, customerId));
      for (const name of account.tombstones.map(nameOf)) {
        const used = tombstones.get(name);
        if (used !== undefined) owned.startUsage(customerId, used);
        tombstones.delete(name);
      }
      return undefined;
    },
    async delete(customerId, { tombstoneOf, event }) {
      const stored = customers.get(customerId);
      if (stored === undefined) return undefined;
      events.push(event);
      customers.delete(customerId);
      for (const [keyId, key] of keys) if (key.customerId === customerId) keys.delete(keyId);
      const { cancelledJobs, used } = owned.forgetCustomer(customerId);
      const lookup = stored.emailLookups[0]?.hash ?? Buffer.of();
      tombstones.set(nameOf(tombstoneOf(lookup)), used);
      return { cancelledJobs, organizationDeleted: true };
    },
    async find(customerId) {
      const stored = customers.get(customerId);
      return stored && toAccount(stored);
    },
    async amend(customerId, decide) {
      const stored = customers.get(customerId);
      if (stored === undefined) throw customerDeletedError();
      const { changes, event } = decide(toAccount(stored)) ?? {};
      if (event !== undefined) events.push(event);
      if (changes !== undefined) customers.set(customerId, amended(stored, changes));
    },
    async removeProviderKey(customerId, event) {
      const stored = customers.get(customerId);
      if (stored === undefined) throw customerDeletedError();
      const { providerKey, ...rest } = stored;
      if (providerKey !== undefined) {
        events.push(event);
        customers.set(customerId, { ...rest, envelopes: withoutProviderKeys(stored) });
      }
      return { managedAi: stored.customer.managedAi };
    },
    async envelopes(customerId, now) {
      const { envelopes = [] } = customers.get(customerId) ?? {};
      return envelopes.filter(
        ({ keyId, expiresAt, usesLeft }) =>
          isLasting(keys.get(keyId)) && (expiresAt ?? FOREVER) > now && usesLeft !== 0,
      );
    },
    async spendEnvelope(customerId, kind) {
      const { envelopes = [] } = customers.get(customerId) ?? {};
      const index = envelopes.findIndex((envelope) => envelope.kind === kind);
      const envelope = envelopes[index];
      if (!envelope?.usesLeft) return false;
      envelopes[index] = { ...envelope, usesLeft: envelope.usesLeft - 1 };
      return true;
    },
    async dropExpiredEnvelopes(now) {
      for (const customer of customers.values())
        customer.envelopes = customer.envelopes.filter(
          ({ expiresAt }) => (expiresAt ?? FOREVER) > now,
        );
    },
  };
}

const FOREVER = new Date(8_640_000_000_000_000);

function toAccount({ customer, organization, providerKey }: MemoryCustomer): StoredAccount {
  const { customerId, tier, managedAi, licenseExpiresAt, sealedEmail, sealedCompany } = customer;
  return {
    ...{ customerId, orgId: organization.orgId, tier, managedAi, licenseExpiresAt },
    ...{ sealedEmail, sealedCompany, createdAt: CREATED_AT, provider: providerKey?.provider },
  };
}

const CREATED_AT = new Date();

function amended(stored: MemoryCustomer, changes: AccountChanges): MemoryCustomer {
  const { providerKey, sealedCompany = stored.customer.sealedCompany, ...given } = changes;
  const { sealedCompany: _former, ...former } = stored.customer;
  const customer = { ...former, ...given, ...(sealedCompany && { sealedCompany }) };
  if (providerKey === undefined) return { ...stored, customer };
  return { ...stored, customer, providerKey, envelopes: withoutProviderKeys(stored) };
}

function withoutProviderKeys({ envelopes }: MemoryCustomer): RegistrationEnvelope[] {
  return envelopes.filter(({ kind }) => kind !== "provider_key");
}

interface Deps {
  readonly entityLists: EntityLists;
  readonly events: AuditEvent[];
  readonly owned: OwnedJobs;
}

function isLasting(key: Pick<MemoryKey, "revokedAt" | "expiresAt"> | undefined): boolean {
  return key !== undefined && key.revokedAt === undefined && key.expiresAt === undefined;
}

function memoryKey(key: NewApiKey & Partial<IssuedKey>, customerId: CustomerId): MemoryKey {
  const never = { lastUsedAt: undefined, expiresAt: undefined, revokedAt: undefined };
  const { createdAt = new Date(), entityPolicy, callPolicy } = key;
  return { ...key, ...never, createdAt, entityPolicy, callPolicy, customerId };
}

function memoryApiKeys(customers: Customers, keys: Keys, deps: Deps): ApiKeys {
  const { entityLists, events, owned } = deps;
  const list = (owner: CustomerId): readonly CustomerKey[] =>
    [...keys.values()]
      .filter(({ customerId }) => customerId === owner)
      .map(({ hash: _hash, customerId: _owner, ...key }) => key)
      .reverse();

  function set(keyId: string, policy: Partial<KeyPolicies>, event: AuditEvent): boolean {
    const key = keys.get(keyId);
    if (key === undefined || key.revokedAt) return false;
    events.push(event);
    keys.set(keyId, { ...key, ...policy });
    return true;
  }

  return {
    async find(keyId) {
      const key = keys.get(keyId);
      const owner = key && customers.get(key.customerId);
      if (!key || !owner || key.revokedAt) return undefined;
      const { customerId, tier, managedAi, licenseExpiresAt } = owner.customer;
      const { developer, hash, lastUsedAt, expiresAt } = key;
      const facts = { keyId, customerId, tier, developer, managedAi, licenseExpiresAt };
      const lists = await entityLists.all(customerId);
      return {
        ...facts,
        ...owner.organization,
        sealedSubjectKey: owner.customer.sealedSubjectKey,
        hash,
        lastUsedAt,
        expiresAt,
        entityPolicy: key.entityPolicy,
        callPolicy: key.callPolicy,
        entityLists: lists.map(({ listId: id, version }) => ({ id, version })),
      };
    },
    list: async (customerId) => list(customerId),
    async change(customerId, decide) {
      if (!customers.has(customerId)) throw customerDeletedError();
      const { issued, ended, events: changed } = decide(list(customerId));
      events.push(...changed);
      if (issued !== undefined) keys.set(issued.keyId, memoryKey(issued, customerId));
      const key = keys.get(ended?.keyId ?? "");
      if (ended === undefined || key === undefined) return { relinkEndedJobs: 0 };
      const { keyId, at, graceful } = ended;
      keys.set(keyId, { ...key, ...(graceful ? { expiresAt: at } : { revokedAt: at }) });
      return { relinkEndedJobs: graceful ? 0 : owned.dropMapsOf(customerId, keyId) };
    },
    async recordUse(keyId, at, rehashed) {
      const key = keys.get(keyId);
      if (key === undefined) return;
      const lastUsedAt = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
      keys.set(keyId, { ...key, lastUsedAt, hash: rehashed ?? key.hash });
    },
    keepSubjectKey: async (customerId) => customers.get(customerId)?.customer.sealedSubjectKey,
    setEntityPolicy: async (keyId, entityPolicy, event) => set(keyId, { entityPolicy }, event),
    setCallPolicy: async (keyId, callPolicy, event) => set(keyId, { callPolicy }, event),
  };
}

const HOUR_MS = 60 * 60 * 1000;

function memoryCredentials(customers: Customers): ProviderCredentials {
  return {
    async forCaller({ customerId, managedAi }) {
      if (managedAi) return { kind: "managed" };
      const stored = customers.get(customerId)?.providerKey;
      if (stored === undefined) throw noProviderKey();
      const { recordId: record_id, provider, sealingKeyId: sealing_key_id } = stored;
      const box = Buffer.from(stored.box).toString("base64");
      return { kind: "box", record_id, provider, sealing_key_id, box };
    },
  };
}
