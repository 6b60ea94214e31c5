import { randomBytes } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { AuditEvent } from "@veil/contracts/audit";
import { checked } from "@veil/contracts/parsing";
import { ENTITY_LISTS_MAX } from "@veil/contracts/public/entity-lists";
import type { KeyEntityPolicy } from "@veil/contracts/public/entity-policy";
import { systemRandomBytes } from "@veil/crypto";
import { endKey } from "../../../../test/support/end-key.ts";
import { parseDataKeys } from "../../../platform/data-keys.ts";
import { createAccountSecrets } from "../../accounts/keys/account-secrets.ts";
import type { CustomerId } from "../../accounts/keys/caller.ts";
import type { Accounts, ApiKeys } from "../../accounts/ports.ts";
import { provision } from "../../accounts/registration/provisioner.ts";
import { listChange, policyEvent } from "../domain/change-events.ts";
import { BOX_BYTES_MAX, newListId } from "../domain/entity-list.ts";
import type { BoxedEntityList, EntityLists } from "../ports.ts";

interface Stores {
  readonly accounts: Accounts;
  readonly apiKeys: ApiKeys;
  readonly entityLists: EntityLists;
  events(): Promise<readonly unknown[]>;
}

const SCOPE = "5".repeat(64);
const SUBJECT = "6".repeat(64);
const parseEvent = checked(AuditEvent);

const secrets = createAccountSecrets({
  peppers: "11".repeat(32),
  dataKeys: parseDataKeys("33".repeat(32)),
});
const NOW = new Date("2026-11-21T08:00:00Z");
const LATER = new Date("2026-11-21T09:00:00Z");
const POLICY_EVENT = { scope: SCOPE, subject: SUBJECT, now: NOW };

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
      return provision(order, { ...stores, secrets, random: systemRandomBytes, nowMs: Date.now });
    }

    type Change = Parameters<typeof listChange>[0];
    const changed = (what: Change, now = NOW, customerId = owner) =>
      listChange(what, { customerId, scope: SCOPE, subject: SUBJECT, requestId: "req_1", now });
    const eventsOf = async (actor: string) =>
      (await stores.events())
        .map((event) => parseEvent(event))
        .filter((event) => event.actor === actor && event.event_type.startsWith("ENTITY_"));

    async function created(list: Partial<BoxedEntityList> = {}, customerId = owner) {
      const listId = newListId(systemRandomBytes);
      const stored = await stores.entityLists.create(
        customerId,
        listId,
        boxed(list),
        changed("CREATED"),
      );
      expect(stored.listId).toBe(listId);
      return listId;
    }

    test("a list is stored as version 1, found by its owner, and listed without its box", async () => {
      const listId = await created({ kind: "allow", entryCount: 7 });
      const summary = { listId, version: 1, kind: "allow", entryCount: 7, updatedAt: NOW };
      expect(await stores.entityLists.find(owner, listId)).toEqual(summary);
      expect(await stores.entityLists.all(owner)).toEqual([summary]);
    });

    test("a replaced list has the next version number and is sealed for that version", async () => {
      const listId = await created();
      const versions: number[] = [];
      const seal = (version: number) => {
        versions.push(version);
        return boxed({ kind: "allow", box: Buffer.of(version), sealingKeyId: "next" });
      };
      const replaced = await stores.entityLists.replace(
        owner,
        listId,
        seal,
        changed("REPLACED", LATER),
      );
      expect(versions).toEqual([2]);
      expect(replaced).toMatchObject({ version: 2, kind: "allow", updatedAt: LATER });
      expect(await stores.entityLists.boxes(owner)).toEqual([
        { id: listId, version: 2, sealing_key_id: "next", box: "Ag==" },
      ]);
    });

    test("When a list is replaced many times at once, then each replacement has a different version", async () => {
      const listId = await created();
      const replaced = await Promise.all(
        Array.from({ length: 8 }, () =>
          stores.entityLists.replace(
            owner,
            listId,
            (version) => boxed({ box: Buffer.of(version) }),
            changed("REPLACED", LATER),
          ),
        ),
      );
      const versions = replaced.map((list) => list?.version ?? 0).sort((a, b) => a - b);
      expect(versions).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
      const [last] = await stores.entityLists.boxes(owner);
      expect(last).toMatchObject({ version: 9, box: Buffer.of(9).toString("base64") });
    });

    test("neither a deleted list nor another customer's list is found", async () => {
      const listId = await created();
      const other = (await customer()).customerId;
      const { entityLists } = stores;
      expect(await entityLists.find(other, listId)).toBeUndefined();
      expect(
        await entityLists.replace(other, listId, () => boxed(), changed("REPLACED")),
      ).toBeUndefined();
      expect(await entityLists.delete(other, listId, changed("DELETED"))).toBe(false);
      expect(await entityLists.boxes(other)).toEqual([]);
      expect(await entityLists.delete(owner, listId, changed("DELETED"))).toBe(true);
      expect(await entityLists.delete(owner, listId, changed("DELETED"))).toBe(false);
      expect(await entityLists.find(owner, listId)).toBeUndefined();
      expect(await entityLists.boxes(owner)).toEqual([]);
    });

    test("when a customer creates too many lists at once, only the allowed number is created", async () => {
      const all = Array.from({ length: ENTITY_LISTS_MAX + 3 }, () => created());
      const outcomes = await Promise.allSettled(all);
      const refused = outcomes.filter(({ status }) => status === "rejected");
      expect(refused).toHaveLength(3);
      for (const outcome of refused)
        expect(outcome).toMatchObject({ reason: { code: "too_many_lists" } });
      expect(await stores.entityLists.all(owner)).toHaveLength(ENTITY_LISTS_MAX);
      const [first] = await stores.entityLists.all(owner);
      const listId = first?.listId ?? "";
      const again = await stores.entityLists.replace(
        owner,
        listId,
        () => boxed(),
        changed("REPLACED", LATER),
      );
      expect(again?.version).toBe(2);
    });

    test("the size of all boxes of a customer is limited; the old box of a replaced list does not count", async () => {
      const half = { box: Buffer.alloc(BOX_BYTES_MAX / 2) };
      const listId = await created(half);
      await created(half);
      const { entityLists } = stores;
      await expect(created({ box: Buffer.of(1) })).rejects.toMatchObject({
        code: "request_too_large",
      });
      const larger = () => boxed({ box: Buffer.alloc(BOX_BYTES_MAX / 2 + 1) });
      await expect(
        entityLists.replace(owner, listId, larger, changed("REPLACED")),
      ).rejects.toMatchObject({
        code: "request_too_large",
      });
      const same = await entityLists.replace(owner, listId, () => boxed(half), changed("REPLACED"));
      expect(same?.version).toBe(2);
    });

    test("a key is found with the ids and versions of all lists of its customer, the oldest first", async () => {
      expect((await stores.apiKeys.find(keyId))?.entityLists).toEqual([]);
      const { entityLists, apiKeys } = stores;
      const old = await created();
      const young = newListId(systemRandomBytes);
      await entityLists.create(owner, young, boxed(), changed("CREATED", LATER));
      await entityLists.replace(owner, old, () => boxed(), changed("REPLACED", LATER));
      await created({}, (await customer()).customerId);
      expect((await apiKeys.find(keyId))?.entityLists).toEqual([
        { id: old, version: 2 },
        { id: young, version: 1 },
      ]);
    });

    test("the event of a change contains only ids and counts, and no event is stored if nothing changes", async () => {
      const listId = await created({ entryCount: 7 });
      const { entityLists } = stores;
      const seal = () => boxed({ entryCount: 3 });
      await entityLists.replace(owner, listId, seal, changed("REPLACED", LATER));
      await entityLists.delete(owner, listId, changed("DELETED", LATER));
      await entityLists.delete(owner, listId, changed("DELETED", LATER));
      await entityLists.replace(owner, listId, seal, changed("REPLACED", LATER));
      const tooLarge = { box: Buffer.alloc(BOX_BYTES_MAX + 1) };
      await expect(created(tooLarge)).rejects.toMatchObject({ code: "request_too_large" });
      const recorded = (type: string, list_version: string, entry_count: string, at: Date) => ({
        event_id: expect.any(String),
        occurred_at: at.toISOString(),
        event_type: `ENTITY_LIST_${type}`,
        actor: owner,
        scope: SCOPE,
        subject: SUBJECT,
        request_id: "req_1",
        payload: { list_id: listId, list_version, entry_count },
      });
      expect(await eventsOf(owner)).toEqual([
        recorded("CREATED", "1", "7", NOW),
        recorded("REPLACED", "2", "3", LATER),
        recorded("DELETED", "2", "3", LATER),
      ]);
    });

    test("the event of a changed policy contains the key id and a count, and no event is stored for an unknown key", async () => {
      const policy: KeyEntityPolicy = {
        types: { PERSON: true },
        thresholds: { PERSON: 0.5 },
        may_keep: ["AGE"],
      };
      const event = policyEvent(keyId, policy, { customerId: owner, ...POLICY_EVENT });
      await stores.apiKeys.setEntityPolicy(keyId, undefined, event);
      await stores.apiKeys.setEntityPolicy("00000000", undefined, event);
      const recorded = await eventsOf(owner);
      const payload = { key_id: keyId, type_count: "2" };
      expect(recorded).toMatchObject([
        {
          event_type: "ENTITY_POLICY_CHANGED",
          actor: owner,
          scope: SCOPE,
          subject: SUBJECT,
          payload,
        },
      ]);
    });

    test("a key is found with its policy until the policy is cleared", async () => {
      const { apiKeys } = stores;
      const policy = { types: { PERSON: true }, may_keep: ["AGE" as const], may_allow: true };
      const event = () => policyEvent(keyId, policy, { customerId: owner, ...POLICY_EVENT });
      expect((await apiKeys.find(keyId))?.entityPolicy).toBeUndefined();
      expect(await apiKeys.setEntityPolicy(keyId, policy, event())).toBe(true);
      expect((await apiKeys.find(keyId))?.entityPolicy).toEqual(policy);
      expect(await apiKeys.setEntityPolicy(keyId, undefined, event())).toBe(true);
      expect((await apiKeys.find(keyId))?.entityPolicy).toBeUndefined();
      expect(await apiKeys.setEntityPolicy("00000000", policy, event())).toBe(false);
      await endKey(apiKeys, { customerId: owner, keyId }, NOW);
      expect(await apiKeys.setEntityPolicy(keyId, policy, event())).toBe(false);
    });
  });
}

function boxed(list: Partial<BoxedEntityList> = {}): BoxedEntityList {
  return { kind: "deny", entryCount: 1, sealingKeyId: "key-1", box: Buffer.of(7), ...list };
}
