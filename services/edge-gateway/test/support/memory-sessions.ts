import type { AuditEvent } from "@veil/contracts/audit";
import type { PepperedHash } from "../../src/modules/accounts/keys/account-secrets.ts";
import type { CustomerId } from "../../src/modules/accounts/keys/caller.ts";
import type {
  ApiKeys,
  NewAccount,
  NewSession,
  Passwords,
  Sessions,
} from "../../src/modules/accounts/ports.ts";

interface MemorySessionDeps {
  readonly customers: ReadonlyMap<
    CustomerId,
    Pick<NewAccount, "organization" | "customer" | "emailLookups">
  >;
  readonly apiKeys: Pick<ApiKeys, "find">;
  readonly lists: (
    customerId: CustomerId,
  ) => Promise<readonly { listId: string; version: number }[]>;
  readonly events: AuditEvent[];
}

const SESSIONS_KEPT = 20;

export function createMemorySessions({ customers, apiKeys, lists, events }: MemorySessionDeps) {
  let stored: NewSession[] = [];
  const passwordOf = new Map<CustomerId, string>();
  const isAmong = (lookups: readonly PepperedHash[], hash: PepperedHash) =>
    lookups.some((lookup) => lookup.hash.equals(hash.hash));

  async function holdsKey({ customerId, proof }: NewSession): Promise<boolean> {
    if (proof.kind === "password") return true;
    return (await lastingKey(proof.keyId))?.customerId === customerId;
  }

  async function lastingKey(keyId: string) {
    const key = await apiKeys.find(keyId);
    return key?.expiresAt === undefined ? key : undefined;
  }

  /** Without a pause before the session is stored. */
  const holdsPassword = ({ customerId, proof }: NewSession) =>
    proof.kind === "key" || passwordOf.get(customerId) === proof.passwordHash;

  const sessions: Sessions = {
    async start(session, event) {
      if (!(await holdsKey(session)) || !holdsPassword(session)) return false;
      const isOwn = ({ customerId }: NewSession) => customerId === session.customerId;
      const kept = stored.filter(isOwn).slice(1 - SESSIONS_KEPT);
      stored = [...stored.filter((other) => !isOwn(other)), ...kept, session];
      events.push(event);
      return true;
    },
    async find(lookups, now) {
      const session = stored.find(({ hash }) => isAmong(lookups, hash));
      const owner = session && customers.get(session.customerId);
      if (!session || !owner || session.expiresAt <= now) return undefined;
      const { customerId, hash, proof, expiresAt } = session;
      const key = proof.kind === "key" ? await lastingKey(proof.keyId) : undefined;
      if (proof.kind === "key" && key === undefined) return undefined;
      const { tier, managedAi, licenseExpiresAt, sealedEmail } = owner.customer;
      const entityLists = await lists(customerId);
      return {
        ...{ hash, customerId, tier, managedAi, licenseExpiresAt, sealedEmail, expiresAt },
        organization: owner.organization,
        sealedSubjectKey: owner.customer.sealedSubjectKey,
        keyId: key?.keyId,
        entityPolicy: key?.entityPolicy,
        callPolicy: key?.callPolicy,
        entityLists: entityLists.map(({ listId: id, version }) => ({ id, version })),
      };
    },
    async end(lookups, event) {
      const kept = stored.filter(({ hash }) => !isAmong(lookups, hash));
      if (kept.length < stored.length) events.push(event);
      stored = kept;
    },
  };

  const passwords: Passwords = {
    async findByEmail(lookups) {
      const owner = [...customers.values()].find(({ emailLookups }) =>
        emailLookups.some((lookup) => isAmong(lookups, lookup)),
      );
      const hash = owner && passwordOf.get(owner.customer.customerId);
      if (!owner || hash === undefined) return undefined;
      const { organization, customer } = owner;
      const { customerId, sealedSubjectKey } = customer;
      return { customerId, organization, sealedSubjectKey, hash };
    },
    async set(customerId, hash, event) {
      if (!customers.has(customerId)) return false;
      if (hash === undefined) passwordOf.delete(customerId);
      else passwordOf.set(customerId, hash);
      stored = stored.filter((session) => session.customerId !== customerId);
      events.push(event);
      return true;
    },
  };
  return { sessions, passwords };
}
