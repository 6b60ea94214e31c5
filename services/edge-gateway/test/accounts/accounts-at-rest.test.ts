import { describe, expect, test } from "@jest/globals";
import { systemRandomBytes } from "@veil/crypto";
import { createTestTrust, describeWithServer } from "@veil/testing";
import request from "supertest";
import { parseApiKey } from "../../src/modules/accounts/keys/api-key.ts";
import { createPostgresEntityLists } from "../../src/modules/entities/adapters/postgres-entity-lists.ts";
import {
  boxEntityList,
  newListId,
  packEntityList,
} from "../../src/modules/entities/domain/entity-list.ts";
import { openAccountSuite } from "../support/account-suite.ts";
import { creation } from "../support/changes.ts";
import { freshAddress } from "../support/fresh.ts";
import { registerAt, registeredAt } from "../support/register-client.ts";
import { sessionOf, setPassword } from "../support/session-client.ts";
import { insertTestCustomer } from "../support/test-customer.ts";

describeWithServer("postgres", "Accounts at rest", () => {
  const { gateway, one } = openAccountSuite();

  const dump = async () => JSON.stringify(await gateway().dump()).toLowerCase();

  function formsOf(value: string): string[] {
    const bytes = Buffer.from(value);
    return [value, bytes.toString("hex"), bytes.toString("base64")].map((s) => s.toLowerCase());
  }

  test("the database contains no key, address, company, provider key, password, cookie or client address in plain text", async () => {
    const from = freshAddress();
    const person = {
      email: "canary.person@canary-mail.example",
      company: "Canary & Töchter GmbH",
      provider_key: "sk-ant-canary-provider-key",
    };
    const headers = { "idempotency-key": "canary-idempotency-key-0001" };
    const key = await registeredAt(one(), person, { from, headers });
    await registerAt(one(), person, { from, headers });
    const order = { email: "canary@two.example", tier: "pro", company: "Canary Two" } as const;
    const second = await one().provision({ ...order, family: "gw_live", developer: false });
    const own = (method: "post" | "delete", path: string) =>
      request(one().app)[method](`/api/v1/account${path}`).set("x-api-key", key);
    const { body: issued } = await own("post", "/keys");
    const { body: rotated } = await own("post", `/keys/${issued.key_id}/rotate`);
    const gone = { email: "canary@gone.example", company: "Canary Gone", provider_key: "sk-gone" };
    const goneKey = await registeredAt(one(), gone, { from });
    const usage = await request(one().app).get("/api/v1/usage").set("x-api-key", goneKey);
    const used = "insert into usage_monthly values ($1, date_trunc('month', now()), 'standard', 3)";
    await gateway().owner.execute(used, [usage.body.customer_id]);
    const deletion = request(one().app).delete("/api/v1/account").set("x-api-key", goneKey);
    const deleted = await deletion.send({ confirm: usage.body.customer_id });
    expect(deleted.body.destroyed).toContain("email_lookup");
    const listed = "Canary Project Umbra";
    const listId = newListId(systemRandomBytes);
    const content = { kind: "deny" as const, entries: [{ value: listed }] };
    const { trust } = createTestTrust();
    await createPostgresEntityLists(gateway().database).create(
      second.customerId,
      listId,
      boxEntityList(packEntityList(content), { listId, version: 1, trust }),
      creation(second.customerId),
    );
    const password = "canary password of the second";
    await setPassword(one(), second.customerId, password);
    const cookie = await sessionOf(one(), { email: order.email, password });
    const secret = (text: string) => text.slice(text.indexOf(parseApiKey(text)?.keyId ?? "") + 8);
    const planted = [
      ...Object.values(person),
      ...Object.values(headers),
      from,
      key,
      secret(key),
      ...[issued.api_key, secret(issued.api_key), rotated.api_key, secret(rotated.api_key)],
      ...[...Object.values(gone), goneKey, secret(goneKey)],
      order.email,
      order.company,
      second.apiKey,
      secret(second.apiKey),
      listed,
      password,
      cookie.slice("svc_session=".length),
      "canary-mail.example",
    ];
    const clean = await dump();
    for (const form of planted.flatMap(formsOf)) expect(clean).not.toContain(form);

    // Positive control: the search finds each value when it is planted as text or as bytes.
    for (const value of planted)
      await gateway().owner.execute(
        "insert into organisations (org_id, scope_key_sealed) values ($1, $2)",
        [value, Buffer.from(value)],
      );
    const dirty = await dump();
    for (const value of planted) {
      expect(dirty).toContain(JSON.stringify(value).slice(1, -1).toLowerCase());
      expect(dirty).toContain(Buffer.from(value).toString("hex"));
    }
  });

  test("When a customer is deleted, then the customer's lists are deleted too", async () => {
    const owner = await insertTestCustomer(gateway().database);
    const lists = createPostgresEntityLists(gateway().database);
    const boxed = { kind: "deny", entryCount: 1, sealingKeyId: "k", box: Buffer.of(1) } as const;
    await lists.create(owner, newListId(systemRandomBytes), boxed, creation(owner));
    await gateway().owner.execute("delete from customers where customer_id = $1", [owner]);
    expect(await lists.all(owner)).toEqual([]);
  });

  describe("the service's database role", () => {
    test.each([
      ["delete customers", "delete from customers"],
      ["change a customer's address", "update customers set email_lookup = '\\x00'"],
      ["move a key to another customer", "update api_keys set customer_id = 'cus_x'"],
      ["replace a customer's subject key", "update customers set subject_key_sealed = '\\x00'"],
      ["replace the key of an organisation", "update organisations set scope_key_sealed = '\\x00'"],
      ["give a list to another customer", "update entity_lists set customer_id = 'cus_x'"],
      ["extend a session", "update sessions set expires_at = now()"],
      [
        "give a password to another customer",
        "update customer_passwords set customer_id = 'cus_x'",
      ],
      ["replace a sealed key", "update registration_envelopes set sealed_key = '\\x00'"],
      ["truncate a table", "truncate usage_monthly"],
      ["create a table", "create table mine (id integer)"],
      ["drop a constraint", "alter table customers drop constraint customers_tier_check"],
    ])("the service's database role cannot %s", async (_what, statement) => {
      await expect(gateway().database.execute(statement)).rejects.toMatchObject({ code: "42501" });
    });
  });
});
