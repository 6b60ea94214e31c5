import { randomBytes } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { ENTITY_LISTS_MAX } from "@veil/contracts/public/entity-lists";
import { systemRandomBytes } from "@veil/crypto";
import { createAccountSecrets } from "../domain/accounts/account-secrets.ts";
import type { CustomerId } from "../domain/accounts/caller.ts";
import { BOX_BYTES_MAX, newListId } from "../domain/accounts/entity-list.ts";
import { provision } from "../domain/accounts/provisioner.ts";
import type { Accounts, ApiKeys } from "../ports/accounts.ts";
import type { BoxedEntityList, EntityLists } from "../ports/entity-lists.ts";

interface Stores {
  readonly accounts: Accounts;
  readonly apiKeys: ApiKeys;
  readonly entityLists: EntityLists;
}

const secrets = createAccountSecrets({ peppers: "11".repeat(32), dataKey: "33".repeat(32) });
const NOW = new Date("2026-11-21T08:00:00Z");
const LATER = new Date("2026-11-21T09:00:00Z");

/** What every EntityLists must do, and every ApiKeys over the same data. */
export function describeEntityLists(name: string, open: () => Promise<Stores>): void {
  describe(`EntityLists: ${name}`, () => {
    let stores: Stores;
    let owner: CustomerId;
    let keyId = "";
    beforeAll(async () => {
      stores = await open();
    });
    beforeEach(async () => {
      ({ customerId: owner, keyId } = await customer());
    });

    function customer() {
      const email = `${randomBytes(8).toString("hex")}@example.com`;
      const order = { email, tier: "free", family: "svc", developer: false } as const;
      return provision(order, { ...stores, secrets, random: systemRandomBytes });
    }

    async function created(list: Partial<BoxedEntityList> = {}, customerId = owner) {
      const listId = newListId(systemRandomBytes);
      const stored = await stores.entityLists.create(customerId, listId, boxed(list), NOW);
      expect(stored.listId).toBe(listId);
      return listId;
    }

    test("a list is kept as version 1, found by its owner, and told without its box", async () => {
      const listId = await created({ kind: "allow", entryCount: 7 });
      const summary = { listId, version: 1, kind: "allow", entryCount: 7, updatedAt: NOW };
      expect(await stores.entityLists.find(owner, listId)).toEqual(summary);
      expect(await stores.entityLists.all(owner)).toEqual([summary]);
    });

    test("a replacement has the next version, and is sealed for it", async () => {
      const listId = await created();
      const versions: number[] = [];
      const seal = (version: number) => {
        versions.push(version);
        return boxed({ kind: "allow", box: Buffer.of(version), sealingKeyId: "next" });
      };
      const replaced = await stores.entityLists.replace(owner, listId, seal, LATER);
      expect(versions).toEqual([2]);
      expect(replaced).toMatchObject({ version: 2, kind: "allow", updatedAt: LATER });
      expect(await stores.entityLists.boxes(owner)).toEqual([
        { id: listId, version: 2, sealing_key_id: "next", box: "Ag==" },
      ]);
    });

    test("When many replace at once, then no version is given twice", async () => {
      const listId = await created();
      const replaced = await Promise.all(
        Array.from({ length: 8 }, () =>
          stores.entityLists.replace(
            owner,
            listId,
            (version) => boxed({ box: Buffer.of(version) }),
            LATER,
          ),
        ),
      );
      const versions = replaced.map((list) => list?.version ?? 0).sort((a, b) => a - b);
      expect(versions).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
      const [last] = await stores.entityLists.boxes(owner);
      expect(last).toMatchObject({ version: 9, box: Buffer.of(9).toString("base64") });
    });

    test("a deleted list is gone, and another customer's is none", async () => {
      const listId = await created();
      const stranger = (await customer()).customerId;
      const { entityLists } = stores;
      expect(await entityLists.find(stranger, listId)).toBeUndefined();
      expect(await entityLists.replace(stranger, listId, () => boxed(), NOW)).toBeUndefined();
      expect(await entityLists.delete(stranger, listId)).toBe(false);
      expect(await entityLists.boxes(stranger)).toEqual([]);
      expect(await entityLists.delete(owner, listId)).toBe(true);
      expect(await entityLists.delete(owner, listId)).toBe(false);
      expect(await entityLists.find(owner, listId)).toBeUndefined();
      expect(await entityLists.boxes(owner)).toEqual([]);
    });

    test("of many creations at once no more succeed than there may be lists", async () => {
      const all = Array.from({ length: ENTITY_LISTS_MAX + 3 }, () => created());
      const outcomes = await Promise.allSettled(all);
      const refused = outcomes.filter(({ status }) => status === "rejected");
      expect(refused).toHaveLength(3);
      for (const outcome of refused)
        expect(outcome).toMatchObject({ reason: { code: "too_many_lists" } });
      expect(await stores.entityLists.all(owner)).toHaveLength(ENTITY_LISTS_MAX);
      const [first] = await stores.entityLists.all(owner);
      const listId = first?.listId ?? "";
      const again = await stores.entityLists.replace(owner, listId, () => boxed(), LATER);
      expect(again?.version).toBe(2);
    });

    test("the boxes of a customer are bounded together; a list's own old box does not count", async () => {
      const half = { box: Buffer.alloc(BOX_BYTES_MAX / 2) };
      const listId = await created(half);
      await created(half);
      const { entityLists } = stores;
      await expect(created({ box: Buffer.of(1) })).rejects.toMatchObject({
        code: "request_too_large",
      });
      const larger = () => boxed({ box: Buffer.alloc(BOX_BYTES_MAX / 2 + 1) });
      await expect(entityLists.replace(owner, listId, larger, NOW)).rejects.toMatchObject({
        code: "request_too_large",
      });
      const same = await entityLists.replace(owner, listId, () => boxed(half), NOW);
      expect(same?.version).toBe(2);
    });

    test("a key is found with the names of all lists of its customer, the oldest first", async () => {
      expect((await stores.apiKeys.find(keyId))?.entityLists).toEqual([]);
      const { entityLists, apiKeys } = stores;
      const old = await created();
      const young = newListId(systemRandomBytes);
      await entityLists.create(owner, young, boxed(), LATER);
      await entityLists.replace(owner, old, () => boxed(), LATER);
      await created({}, (await customer()).customerId);
      expect((await apiKeys.find(keyId))?.entityLists).toEqual([
        { id: old, version: 2 },
        { id: young, version: 1 },
      ]);
    });

    test("a key is found with its policy, until it is cleared", async () => {
      const { apiKeys } = stores;
      const policy = { types: { PERSON: true }, may_keep: ["AGE" as const], may_allow: true };
      expect((await apiKeys.find(keyId))?.entityPolicy).toBeUndefined();
      expect(await apiKeys.setEntityPolicy(keyId, policy)).toBe(true);
      expect((await apiKeys.find(keyId))?.entityPolicy).toEqual(policy);
      expect(await apiKeys.setEntityPolicy(keyId, undefined)).toBe(true);
      expect((await apiKeys.find(keyId))?.entityPolicy).toBeUndefined();
      expect(await apiKeys.setEntityPolicy("00000000", policy)).toBe(false);
      await apiKeys.revoke(keyId, NOW);
      expect(await apiKeys.setEntityPolicy(keyId, policy)).toBe(false);
    });
  });
}

function boxed(list: Partial<BoxedEntityList> = {}): BoxedEntityList {
  return { kind: "deny", entryCount: 1, sealingKeyId: "key-1", box: Buffer.of(7), ...list };
}
