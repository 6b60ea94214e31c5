import { beforeAll, describe, expect, test } from "@jest/globals";
import type { AuditEvent } from "@veil/contracts/audit";
import { systemRandomBytes } from "@veil/crypto";
import { testEvent } from "../../../../test/support/admission.ts";
import { endKey } from "../../../../test/support/end-key.ts";
import { parseDataKeys } from "../../../platform/data-keys.ts";
import { createAccountSecrets } from "../keys/account-secrets.ts";
import type {
  AccountChanges,
  Accounts,
  ApiKeys,
  BoxedProviderKey,
  IssuedKey,
  NewAccount,
  NewApiKey,
  ProviderCredentials,
  RegistrationEnvelope,
} from "../ports.ts";
import { newAccount, newApiKey } from "../registration/new-account.ts";

const random = systemRandomBytes;
const dataKeys = parseDataKeys("33".repeat(32));
const OLD = `1:${"11".repeat(32)}`;
const NEW = `2:${"22".repeat(32)}`;
// The secrets of two replicas during a rotation. Both know both peppers, and the last one is
// current.
const oldSecrets = createAccountSecrets({ peppers: `${NEW},${OLD}`, dataKeys });
const newSecrets = createAccountSecrets({ peppers: `${OLD},${NEW}`, dataKeys });
const NOW = new Date("2026-11-21T08:10:00Z");
const LATER = new Date("2026-11-21T09:10:00Z");

interface Opened {
  readonly accounts: Accounts;
  readonly apiKeys: ApiKeys;
  readonly credentials: ProviderCredentials;
  hasEvent(eventId: string): Promise<boolean>;
}

export function describeAccounts(name: string, open: () => Promise<Opened>): void {
  describe(`Accounts, ApiKeys and ProviderCredentials: ${name}`, () => {
    let accounts: Accounts;
    let apiKeys: ApiKeys;
    let credentials: ProviderCredentials;
    let hasEvent: Opened["hasEvent"];
    beforeAll(async () => {
      ({ accounts, apiKeys, credentials, hasEvent } = await open());
    });

    test("when many accounts are created with one address at once, one is created and the other calls return its customer", async () => {
      const email = freshEmail();
      const all = Array.from({ length: 20 }, (_, i) => account({ email, rolledOut: i % 2 === 0 }));
      const outcomes = await Promise.all(all.map((each) => accounts.create(each, [testEvent()])));
      const winners = all.filter((_, index) => outcomes[index] === undefined);
      expect(winners).toHaveLength(1);
      const winner = winners[0]?.customer.customerId;
      const known = outcomes.flatMap((customer) => customer?.customerId ?? []);
      expect(new Set(known)).toEqual(new Set([winner]));
      expect(await apiKeys.find(all[0]?.apiKey.keyId ?? "")).toEqual(
        winners[0] === all[0] ? expect.anything() : undefined,
      );
    });

    test("each change of an account stores its event, but a second account for the same address stores none", async () => {
      const [creation, second, change, key] = [testEvent(), testEvent(), testEvent(), testEvent()];
      const email = freshEmail();
      const stored = account({ email });
      const { customerId } = stored.customer;
      await accounts.create(stored, [creation]);
      await accounts.create(account({ email }), [second]);
      await accounts.amend(customerId, changed({ tier: "pro" }, change));
      const sdk = newApiKey({ family: "svc", developer: false }, { secrets: oldSecrets, random });
      await apiKeys.change(customerId, () => ({ issued: issued(sdk.stored), events: [key] }));
      const all = [creation, second, change, key].map(({ event_id }) => hasEvent(event_id));
      expect(await Promise.all(all)).toEqual([true, false, true, true]);
    });

    test("a customer is found by any look-up hash of the address", async () => {
      const stored = await created({ managedAi: false });
      const { customerId } = stored.customer;
      expect(await accounts.findByEmail(lookups(stored.email))).toEqual({
        customerId,
        organization: stored.organization,
        sealedSubjectKey: stored.customer.sealedSubjectKey,
        tier: "free",
        managedAi: false,
      });
      expect(await accounts.findByEmail(lookups(freshEmail()))).toBeUndefined();
    });

    test("a key is found with its customer until it is revoked, and not after that", async () => {
      const { apiKey, customer, organization } = await created({});
      const found = await apiKeys.find(apiKey.keyId);
      expect(found).toMatchObject({
        keyId: apiKey.keyId,
        customerId: customer.customerId,
        tier: "free",
        developer: false,
        managedAi: true,
        licenseExpiresAt: undefined,
        lastUsedAt: undefined,
        orgId: organization.orgId,
      });
      expect(found?.hash.hash.equals(apiKey.hash.hash)).toBe(true);
      await endKey(apiKeys, { ...customer, keyId: apiKey.keyId }, NOW);
      expect(await apiKeys.find(apiKey.keyId)).toBeUndefined();
      await endKey(apiKeys, { ...customer, keyId: apiKey.keyId }, LATER, true);
      expect(await apiKeys.find(apiKey.keyId)).toBeUndefined();
    });

    test("a customer keeps the subject key that was stored when the account was created", async () => {
      const { customerId, sealedSubjectKey } = (await created({})).customer;
      const another = Buffer.from("another one");
      expect(await apiKeys.keepSubjectKey(customerId, another)).toEqual(sealedSubjectKey);
      const unknown = account({}).customer.customerId;
      expect(await apiKeys.keepSubjectKey(unknown, another)).toBeUndefined();
    });

    test("changing the tier does not change other fields", async () => {
      const { apiKey, customer } = await created({ managedAi: false });
      await accounts.amend(customer.customerId, changed({ tier: "pro" }));
      expect(await apiKeys.find(apiKey.keyId)).toMatchObject({
        tier: "pro",
        managedAi: false,
        licenseExpiresAt: undefined,
      });
      await accounts.amend(
        customer.customerId,
        changed({ licenseExpiresAt: LATER, managedAi: true }),
      );
      expect(await apiKeys.find(apiKey.keyId)).toMatchObject({
        tier: "pro",
        managedAi: true,
        licenseExpiresAt: LATER,
      });
    });

    test("an envelope can be spent exactly as often as its number of uses, even by concurrent callers", async () => {
      const { customer } = await created({ envelope: { usesLeft: 3, expiresAt: LATER } });
      const { customerId } = customer;
      const spent = await Promise.all(
        Array.from({ length: 5 }, () => accounts.spendEnvelope(customerId, "replay_window")),
      );
      expect(spent.filter(Boolean)).toHaveLength(3);
      expect(await accounts.envelopes(customerId, NOW)).toEqual([]);
    });

    test("an expired envelope is not returned, and dropExpiredEnvelopes deletes it", async () => {
      const { customer } = await created({ envelope: { usesLeft: 3, expiresAt: LATER } });
      const { customerId } = customer;
      expect(await accounts.envelopes(customerId, NOW)).toMatchObject([
        { kind: "replay_window", usesLeft: 3, expiresAt: LATER },
      ]);
      expect(await accounts.envelopes(customerId, LATER)).toEqual([]);
      await accounts.dropExpiredEnvelopes(NOW);
      expect(await accounts.envelopes(customerId, NOW)).toHaveLength(1);
      await accounts.dropExpiredEnvelopes(LATER);
      expect(await accounts.envelopes(customerId, NOW)).toEqual([]);
    });

    test("When a key is revoked, its envelopes are not returned", async () => {
      const { customer, apiKey } = await created({ envelope: { usesLeft: 3, expiresAt: LATER } });
      await endKey(apiKeys, { ...customer, keyId: apiKey.keyId }, NOW);
      expect(await accounts.envelopes(customer.customerId, NOW)).toEqual([]);
    });

    test("When the provider key is replaced, the envelope that it could open is deleted", async () => {
      const { customer } = await created({ providerKey: boxed(), managedAi: false });
      const { customerId } = customer;
      expect(await accounts.envelopes(customerId, NOW)).toHaveLength(1);
      await accounts.amend(customerId, changed({ providerKey: boxed() }));
      expect(await accounts.envelopes(customerId, NOW)).toEqual([]);
    });

    test("When the provider key is removed, only it and the envelope that it could open are deleted", async () => {
      const envelope = { usesLeft: 3, expiresAt: LATER };
      const { customer } = await created({ providerKey: boxed(), managedAi: false, envelope });
      const { customerId } = customer;
      const removal = testEvent();
      expect(await accounts.removeProviderKey(customerId, removal)).toEqual({ managedAi: false });
      expect(await hasEvent(removal.event_id)).toBe(true);
      await expect(credentials.forCaller({ customerId, managedAi: false })).rejects.toMatchObject({
        code: "inference_service_unavailable",
      });
      expect(await accounts.envelopes(customerId, NOW)).toMatchObject([{ kind: "replay_window" }]);
    });

    test("When a provider key is removed several times at once, one event is stored; without a provider key, none is stored", async () => {
      const { customer } = await created({ providerKey: boxed(), managedAi: true });
      const removals = Array.from({ length: 5 }, () => testEvent());
      const remove = (event: AuditEvent) => accounts.removeProviderKey(customer.customerId, event);
      const outcomes = await Promise.all(removals.map(remove));
      expect(outcomes).toEqual(removals.map(() => ({ managedAi: true })));
      const stored = await Promise.all(removals.map(({ event_id }) => hasEvent(event_id)));
      expect(stored.filter(Boolean)).toHaveLength(1);
      const idle = testEvent();
      expect(await remove(idle)).toEqual({ managedAi: true });
      expect(await hasEvent(idle.event_id)).toBe(false);
    });

    test("When provider keys are stored and removed concurrently, each change is made and the last one stays", async () => {
      const { customer } = await created({ managedAi: false });
      const { customerId } = customer;
      const changes = Array.from({ length: 6 }, (_, index) =>
        index % 2 === 0
          ? accounts.amend(customerId, changed({ providerKey: boxed() }))
          : accounts.removeProviderKey(customerId, testEvent()),
      );
      await Promise.all(changes);
      const providerKey = boxed();
      await accounts.amend(customerId, changed({ providerKey }));
      const credential = await credentials.forCaller({ customerId, managedAi: false });
      expect(credential).toMatchObject({ record_id: providerKey.recordId });
    });

    test("a customer's credential is either managed by the operator or the box of the customer's newest provider key", async () => {
      const [managed, own] = [await created({}), await created({ managedAi: false })];
      const of = ({ customer: { customerId, managedAi } }: NewAccount) =>
        credentials.forCaller({ customerId, managedAi });
      expect(await of(managed)).toEqual({ kind: "managed" });
      await expect(of(own)).rejects.toMatchObject({ code: "inference_service_unavailable" });
      for (const providerKey of [boxed(), boxed()]) {
        await accounts.amend(own.customer.customerId, changed({ providerKey }));
        expect(await of(own)).toEqual({
          kind: "box",
          record_id: providerKey.recordId,
          provider: "openai",
          sealing_key_id: "k",
          box: providerKey.box.toString("base64"),
        });
      }
      expect(await of(await created({ providerKey: boxed(), managedAi: false }))).toMatchObject({
        kind: "box",
      });
      expect(await of(managed)).toEqual({ kind: "managed" });
    });

    async function created(options: AccountOptions): Promise<NewAccount & { email: string }> {
      const email = freshEmail();
      const stored = account({ ...options, email });
      expect(await accounts.create(stored, [])).toBeUndefined();
      return { ...stored, email };
    }
  });
}

type AccountOptions = {
  readonly providerKey?: BoxedProviderKey;
  readonly email?: string;
  readonly rolledOut?: boolean;
  readonly managedAi?: boolean;
  readonly envelope?: Pick<RegistrationEnvelope, "usesLeft" | "expiresAt">;
};

function account(options: AccountOptions): NewAccount {
  const { email = freshEmail(), rolledOut, managedAi = true, envelope, providerKey } = options;
  const secrets = rolledOut ? newSecrets : oldSecrets;
  const { stored } = newApiKey({ family: "svc", developer: false }, { secrets, random });
  const input = { email, tier: "free", managedAi, apiKey: stored, providerKey } as const;
  const sealed = { keyId: stored.keyId, sealedKey: Buffer.from("sealed") };
  return {
    ...newAccount(input, { secrets, random }),
    envelopes: [
      ...(envelope ? [{ kind: "replay_window" as const, ...sealed, ...envelope }] : []),
      ...(providerKey ? [{ kind: "provider_key" as const, ...sealed }] : []),
    ],
  };
}

const changed =
  (changes: AccountChanges, event = testEvent()) =>
  () => ({ changes, event });

function issued(stored: NewApiKey): IssuedKey {
  return { ...stored, createdAt: NOW, entityPolicy: undefined, callPolicy: undefined };
}

function boxed() {
  const recordId = `pk_${random(16).toString("hex")}`;
  return { recordId, provider: "openai", sealingKeyId: "k", box: Buffer.from("box") };
}

function freshEmail(): string {
  return `${random(8).toString("hex")}@example.com`;
}

function lookups(email: string) {
  return newSecrets.emailLookups(email);
}
