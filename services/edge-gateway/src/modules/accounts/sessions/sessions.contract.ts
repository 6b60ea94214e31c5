import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { systemRandomBytes } from "@veil/crypto";
import { testEvent } from "../../../../test/support/admission.ts";
import { endKey } from "../../../../test/support/end-key.ts";
import { parseDataKeys } from "../../../platform/data-keys.ts";
import { createAccountSecrets } from "../keys/account-secrets.ts";
import type { Accounts, ApiKeys, NewAccount } from "../ports.ts";
import { newAccount, newApiKey } from "../registration/new-account.ts";
import type { Passwords, SessionProof, Sessions } from "./ports.ts";

const random = systemRandomBytes;
const secrets = createAccountSecrets({
  peppers: "11".repeat(32),
  dataKeys: parseDataKeys("33".repeat(32)),
});
const NOW = new Date("2026-11-21T08:10:00Z");
const EXPIRY = new Date("2026-11-21T09:10:00Z");
const BEFORE_EXPIRY = new Date("2026-11-21T09:09:59.999Z");

interface Opened {
  readonly accounts: Pick<Accounts, "create">;
  readonly apiKeys: Pick<ApiKeys, "change" | "setEntityPolicy" | "setCallPolicy">;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  hasEvent(eventId: string): Promise<boolean>;
}

export function describeSessions(name: string, open: () => Promise<Opened>): void {
  describe(`Sessions and Passwords: ${name}`, () => {
    let on: Opened;
    let account: NewAccount;
    let byKey: SessionProof;
    beforeAll(async () => {
      on = await open();
    });
    beforeEach(async () => {
      account = await created();
      byKey = { kind: "key", keyId: account.apiKey.keyId };
    });

    test("A session is found with its customer by the hash of its cookie until it expires", async () => {
      const event = testEvent();
      const token = await start(byKey, { event });
      const lookups = secrets.sessionLookups(token);
      const { customer, organization, apiKey } = account;
      expect(await on.sessions.find(lookups, BEFORE_EXPIRY)).toEqual({
        hash: lookups[0],
        customerId: customer.customerId,
        organization,
        sealedSubjectKey: customer.sealedSubjectKey,
        sealedEmail: customer.sealedEmail,
        tier: "pro",
        managedAi: true,
        licenseExpiresAt: undefined,
        keyId: apiKey.keyId,
        member: undefined,
        role: "owner",
        entityPolicy: undefined,
        callPolicy: undefined,
        entityLists: [],
        expiresAt: EXPIRY,
      });
      expect(await on.hasEvent(event.event_id)).toBe(true);
      expect(await on.sessions.find(lookups, EXPIRY)).toBeUndefined();
      expect(await on.sessions.find(secrets.sessionLookups("other"), NOW)).toBeUndefined();
    });

    test("A session has the policies of the key that started it; a session started with a password has none", async () => {
      await setPassword("hash");
      await on.apiKeys.setEntityPolicy(account.apiKey.keyId, { may_allow: false }, testEvent());
      await on.apiKeys.setCallPolicy(account.apiKey.keyId, { relink: true }, testEvent());
      expect(await found(await start(byKey))).toMatchObject({
        entityPolicy: { may_allow: false },
        callPolicy: { relink: true },
      });
      const other = await found(await start({ kind: "password", passwordHash: "hash" }));
      expect(other).toMatchObject({
        keyId: undefined,
        entityPolicy: undefined,
        callPolicy: undefined,
      });
    });

    test("When a key is revoked, then its sessions end and it cannot start another", async () => {
      await setPassword("hash");
      const [token, other] = [
        await start(byKey),
        await start({ kind: "password", passwordHash: "hash" }),
      ];
      await endKey(on.apiKeys, keyOf(account), NOW);
      expect(await found(token)).toBeUndefined();
      expect(await found(other)).toBeDefined();
      await startsNone(byKey);
    });

    test("When a key is replaced, then its sessions end before its grace period does, and it cannot start another", async () => {
      const token = await start(byKey);
      await endKey(on.apiKeys, keyOf(account), EXPIRY, true);
      expect(await found(token)).toBeUndefined();
      await startsNone(byKey);
    });

    test("A session cannot be started with another customer's key", async () => {
      const { apiKey } = await created();
      await startsNone({ kind: "key", keyId: apiKey.keyId });
    });

    test("When the password is changed or removed, then all sessions of the customer end and the old password starts no other", async () => {
      const elsewhere = await startAs(await created());
      for (const next of ["second", undefined]) {
        await setPassword("first");
        const byPassword: SessionProof = { kind: "password", passwordHash: "first" };
        const tokens = [await start(byKey), await start(byPassword)];
        const event = await setPassword(next);
        expect(await on.hasEvent(event.event_id)).toBe(true);
        for (const token of tokens) expect(await found(token)).toBeUndefined();
        await startsNone(byPassword);
      }
      expect(await found(elsewhere)).toBeDefined();
    });

    test("When a password is changed during logins, no session that the old password started is left", async () => {
      const byPassword: SessionProof = { kind: "password", passwordHash: "first" };
      for (let round = 0; round < 5; round++) {
        await setPassword("first");
        const tokens = Array.from({ length: 4 }, () => random(32).toString("base64url"));
        const starts = tokens.map((token) =>
          on.sessions.start(session(token, byPassword), testEvent()),
        );
        await Promise.all([...starts, setPassword("second")]);
        for (const token of tokens) expect(await found(token)).toBeUndefined();
      }
    });

    test("Ending a session stores one event; ending it again stores none", async () => {
      const lookups = secrets.sessionLookups(await start(byKey));
      const [first, second] = [testEvent(), testEvent()];
      await on.sessions.end(lookups, first);
      await on.sessions.end(lookups, second);
      expect(await on.sessions.find(lookups, NOW)).toBeUndefined();
      expect(await on.hasEvent(first.event_id)).toBe(true);
      expect(await on.hasEvent(second.event_id)).toBe(false);
    });

    test("The list has the customer's sessions that have not ended, newest first", async () => {
      await setPassword("hash");
      const elsewhere = await created();
      await startAs(elsewhere);
      const first = await start(byKey);
      const second = await start(
        { kind: "password", passwordHash: "hash" },
        { now: new Date(NOW.getTime() + 1_000) },
      );
      const list = (now: Date) => on.sessions.list(account.customer.customerId, now);
      const tokenHash = (token: string) => secrets.sessionLookups(token)[0]?.hash;
      expect((await list(NOW)).map(({ hash, keyId }) => [hash, keyId])).toEqual([
        [tokenHash(second), undefined],
        [tokenHash(first), account.apiKey.keyId],
      ]);
      await endKey(on.apiKeys, keyOf(account), NOW);
      expect((await list(NOW)).map(({ hash }) => hash)).toEqual([tokenHash(second)]);
      expect(await list(EXPIRY)).toEqual([]);
    });

    test("Ending all sessions ends the customer's alone and stores one event; without sessions it stores none", async () => {
      const elsewhere = await startAs(await created());
      const tokens = [await start(byKey), await start(byKey)];
      const [first, second] = [testEvent(), testEvent()];
      const { customerId } = account.customer;
      await on.sessions.endAll(customerId, first);
      await on.sessions.endAll(customerId, second);
      for (const token of tokens) expect(await found(token)).toBeUndefined();
      expect(await found(elsewhere)).toBeDefined();
      expect(await on.hasEvent(first.event_id)).toBe(true);
      expect(await on.hasEvent(second.event_id)).toBe(false);
    });

    test("When a customer starts more than 20 sessions, the oldest end", async () => {
      const tokens = [];
      for (let second = 0; second < 22; second++)
        tokens.push(await start(byKey, { now: new Date(NOW.getTime() + second * 1_000) }));
      const alive = await Promise.all(
        tokens.map(async (token) => (await found(token)) !== undefined),
      );
      expect(alive).toEqual([false, false, ...Array(20).fill(true)]);
    });

    test("A password is found by its customer's address, and can be set only for an existing customer", async () => {
      expect(await on.passwords.findByEmail(account.emailLookups)).toBeUndefined();
      await setPassword("hash");
      const { customer, organization, emailLookups } = account;
      expect(await on.passwords.findByEmail(emailLookups)).toEqual({
        customerId: customer.customerId,
        organization,
        sealedSubjectKey: customer.sealedSubjectKey,
        hash: "hash",
      });
      const unknown = (await created({ stored: false })).customer.customerId;
      const event = testEvent();
      expect(await on.passwords.set(unknown, "hash", event)).toBe(false);
      expect(await on.hasEvent(event.event_id)).toBe(false);
    });

    async function created({ stored = true } = {}): Promise<NewAccount> {
      const { stored: apiKey } = newApiKey(
        { family: "svc", developer: false },
        { secrets, random },
      );
      const email = `${random(8).toString("hex")}@example.com`;
      const input = { email, tier: "pro", managedAi: true, apiKey } as const;
      const fresh = newAccount(input, { secrets, random });
      if (stored) await on.accounts.create(fresh, []);
      return fresh;
    }

    function session(token: string, proof: SessionProof, { of = account, now = NOW } = {}) {
      const [hash] = secrets.sessionLookups(token);
      if (hash === undefined) throw new Error("No pepper");
      const { customerId } = of.customer;
      return { customerId, hash, proof, createdAt: now, expiresAt: EXPIRY };
    }

    async function start(proof: SessionProof, { event = testEvent(), now = NOW } = {}) {
      const token = random(32).toString("base64url");
      expect(await on.sessions.start(session(token, proof, { now }), event)).toBe(true);
      return token;
    }

    async function startAs(of: NewAccount) {
      const token = random(32).toString("base64url");
      const proof: SessionProof = { kind: "key", keyId: of.apiKey.keyId };
      expect(await on.sessions.start(session(token, proof, { of }), testEvent())).toBe(true);
      return token;
    }

    async function startsNone(proof: SessionProof) {
      const [token, event] = [random(32).toString("base64url"), testEvent()];
      expect(await on.sessions.start(session(token, proof), event)).toBe(false);
      expect(await found(token)).toBeUndefined();
      expect(await on.hasEvent(event.event_id)).toBe(false);
    }

    async function setPassword(hash: string | undefined) {
      const event = testEvent();
      expect(await on.passwords.set(account.customer.customerId, hash, event)).toBe(true);
      return event;
    }

    function keyOf({ customer: { customerId }, apiKey: { keyId } }: NewAccount) {
      return { customerId, keyId };
    }

    function found(token: string, now = NOW) {
      return on.sessions.find(secrets.sessionLookups(token), now);
    }
  });
}
