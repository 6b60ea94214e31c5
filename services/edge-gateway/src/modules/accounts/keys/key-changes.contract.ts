import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { systemRandomBytes as random } from "@veil/crypto";
import { testAdmission, testEvent } from "../../../../test/support/admission.ts";
import { endKey } from "../../../../test/support/end-key.ts";
import { parseDataKeys } from "../../../platform/data-keys.ts";
import type { Jobs } from "../../calls/native/ports.ts";
import type { Accounts, ApiKeys, IssuedKey } from "../ports.ts";
import { provision } from "../registration/provisioner.ts";
import { createAccountSecrets } from "./account-secrets.ts";
import type { CustomerId } from "./caller.ts";
import { createKeyManagement, type KeyManagement } from "./key-management.ts";

const secrets = createAccountSecrets({
  peppers: "11".repeat(32),
  dataKeys: parseDataKeys("33".repeat(32)),
});
const NOW = new Date("2026-11-21T08:10:00Z");
const SOON = new Date("2026-11-21T08:20:00Z");
const scope = "0".repeat(64);

interface Opened {
  readonly accounts: Accounts;
  readonly apiKeys: ApiKeys;
  readonly jobs: Jobs;
  hasEvent(eventId: string): Promise<boolean>;
}

const ENDED = { answer: Buffer.of(1), events: [] } as const;

export function describeKeyChanges(name: string, open: () => Promise<Opened>): void {
  describe(`Changes of keys: ${name}`, () => {
    let stores: Opened;
    let keys: KeyManagement;
    let customerId: CustomerId;
    let keyId = "";
    beforeAll(async () => {
      stores = await open();
      keys = createKeyManagement({ ...stores, secrets, random, onEnded: () => undefined });
    });
    beforeEach(async () => {
      ({ customerId, keyId } = await customer());
    });

    const change = () => ({ customerId, scope, subject: "5".repeat(64), now: NOW });
    const order = { family: "svc", developer: false } as const;
    const email = () => `${random(8).toString("hex")}@example.com`;
    const customer = () =>
      provision(
        { ...order, email: email(), tier: "pro" },
        { ...stores, secrets, random, nowMs: () => NOW.getTime() },
      );
    const find = async (id: string) => {
      const all = await stores.apiKeys.list(customerId);
      return all.find((key) => key.keyId === id);
    };

    test("an issued key is found and listed first, with its creation time and policies", async () => {
      const entityPolicy = { types: { PERSON: true }, may_allow: true };
      const callPolicy = { relink: true };
      const issued = await keys.issue({ ...order, entityPolicy, callPolicy }, change());
      const [newest, ...rest] = await keys.list(customerId);
      const { hash: _hash, ...stored } = issued.stored;
      const never = { lastUsedAt: undefined, expiresAt: undefined, revokedAt: undefined };
      expect([newest, ...rest]).toContainEqual({ ...stored, ...never });
      expect(rest).toHaveLength(1);
      const found = await stores.apiKeys.find(issued.stored.keyId);
      expect(found).toMatchObject({ customerId, entityPolicy, callPolicy, expiresAt: undefined });
    });

    test("the use of a key is recorded to the hour, together with a new hash if one is given", async () => {
      const { apiKeys } = stores;
      await apiKeys.recordUse(keyId, NOW);
      const lastUsedAt = new Date("2026-11-21T08:00:00Z");
      expect(await apiKeys.find(keyId)).toMatchObject({ lastUsedAt, hash: { version: 1 } });
      expect(await find(keyId)).toMatchObject({ lastUsedAt });
      const rehashed = { hash: random(32), version: 2 };
      await apiKeys.recordUse(keyId, NOW, rehashed);
      expect((await apiKeys.find(keyId))?.hash).toEqual(rehashed);
    });

    test("a replaced key is found with its expiry; a revoked key is listed but not found", async () => {
      await endKey(stores.apiKeys, { customerId, keyId }, SOON, true);
      expect(await stores.apiKeys.find(keyId)).toMatchObject({ expiresAt: SOON });
      expect(await find(keyId)).toMatchObject({ expiresAt: SOON, revokedAt: undefined });
      await endKey(stores.apiKeys, { customerId, keyId }, NOW);
      expect(await stores.apiKeys.find(keyId)).toBeUndefined();
      expect(await find(keyId)).toMatchObject({ expiresAt: SOON, revokedAt: NOW });
    });

    test("a change stores nothing if it throws or the customer is unknown", async () => {
      const [kept, refused] = [testEvent(), testEvent()];
      const issued = (await keys.issue(order, change())).stored;
      const again: IssuedKey = { ...issued, keyId: "abcdEFGH" };
      const failing = stores.apiKeys.change(customerId, () => {
        throw new RangeError("no");
      });
      await expect(failing).rejects.toThrow(RangeError);
      const nobodys = `cus_${"0".repeat(40)}` as CustomerId;
      const absent = stores.apiKeys.change(nobodys, () => ({ issued: again, events: [refused] }));
      await expect(absent).rejects.toMatchObject({ code: "invalid_api_key" });
      await stores.apiKeys.change(customerId, () => ({ events: [kept] }));
      const stored = [kept, refused].map(({ event_id }) => stores.hasEvent(event_id));
      expect(await Promise.all(stored)).toEqual([true, false]);
      expect(await stores.apiKeys.find("abcdEFGH")).toBeUndefined();
    });

    test("concurrent changes of one customer's keys run one after the other", async () => {
      const other = await keys.issue(order, change());
      const ended = [keyId, other.stored.keyId].map((id) => keys.revoke(id, {}, change()));
      const outcomes = await Promise.allSettled(ended);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      const many = Array.from({ length: 40 }, () => keys.issue(order, change()));
      const issued = await Promise.allSettled(many);
      expect(issued.filter(({ status }) => status === "fulfilled")).toHaveLength(31);
    });

    test("revoking a key ends re-link for its jobs and returns their number; replacing it with a grace period does not", async () => {
      const admit = async (of: string, relink = true, owner = customerId) => {
        const admission = testAdmission({ customerId: owner, keyId: of });
        const facts = { ...admission.facts, relink };
        const quota = { limitClass: "standard", limit: 100 } as const;
        await stores.jobs.admit({ ...admission, facts, quota }, 60_000);
        return admission.jobId;
      };
      const other = await customer();
      const [open, done] = [await admit(keyId), await admit(keyId)];
      const [failed, unasked] = [await admit(keyId), await admit(keyId, false)];
      const others = [await admit("other001"), await admit(keyId, true, other.customerId)];
      await stores.jobs.finish({ ...ENDED, jobId: done, state: "completed" });
      await stores.jobs.finish({ ...ENDED, jobId: failed, state: "failed" });
      const maps = async (ids: readonly string[]) => {
        const found = await Promise.all(ids.map((id) => stores.jobs.find(id)));
        return found.map((job) => job?.relinkMap !== undefined);
      };
      await keys.rotate(keyId, { graceSeconds: 60 }, change());
      expect(await maps([open, done, failed, unasked, ...others])).toEqual(Array(6).fill(true));
      const { relinkEndedJobs } = await keys.revoke(keyId, {}, change());
      expect(relinkEndedJobs).toBe(2);
      expect(await maps([open, done, failed, unasked])).toEqual(Array(4).fill(false));
      expect(await maps(others)).toEqual([true, true]);
      expect(await stores.jobs.find(open)).toMatchObject({ state: "admitted" });
    });
  });
}
