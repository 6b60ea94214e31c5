import { afterAll, beforeAll, beforeEach, expect } from "@jest/globals";
import { checked } from "@veil/contracts/parsing";
import { AccountDeletionResponse } from "@veil/contracts/public/account";
import request from "supertest";
import type { CustomerId } from "../../src/modules/accounts/keys/caller.ts";
import { freshEmail } from "./fresh.ts";
import { callNatively, finalOf, letterRequest } from "./native-client.ts";
import type { Served } from "./register-client.ts";
import { startTestGateway, type TestGateway } from "./test-gateway.ts";

export const ACCOUNT_PATH = "/api/v1/account";

const parse = checked(AccountDeletionResponse);
const OWNED = [
  "api_keys",
  "provider_keys",
  "registration_envelopes",
  "usage_monthly",
  "jobs",
  "entity_lists",
  "customer_passwords",
  "sessions",
  "certificates",
];
export const NOTHING_OWNED = Object.fromEntries(OWNED.map((table) => [table, 0]));

/**
 * Opens a gateway on PostgreSQL, and creates a new customer with the tier free before each test.
 */
export function openDeletionSuite() {
  const clock = { aheadMs: 0 };
  const own = { email: "", apiKey: "", customerId: "" as CustomerId };
  let gateway: TestGateway;
  beforeAll(async () => {
    const settings = {
      ...{ TRUST_PROXY: "1", REGISTRATIONS_PER_HOUR: "1000", ACCOUNT_CALLS_PER_MINUTE: "1000" },
      ...{ PER_MINUTE_LIMIT_FREE: "1000" },
    };
    const nowMs = () => Date.now() + clock.aheadMs;
    gateway = await startTestGateway(settings, { nowMs });
  });
  afterAll(() => gateway.close());
  beforeEach(async () => {
    gateway.worker.letGo();
    await gateway.database.owner.execute("delete from email_tombstones");
    const email = freshEmail();
    Object.assign(own, { email, ...(await gateway.provision({ email, tier: "free" })) });
  });

  const remove = (confirm: string = own.customerId, key = own.apiKey, on: Served = gateway) =>
    request(on.app).delete(ACCOUNT_PATH).set("x-api-key", key).send({ confirm });
  const rows = async <Row>(text: string, ...values: unknown[]) =>
    await gateway.database.owner.query<Row>(text, values);
  const countOf = async (table: string, id: string = own.customerId) => {
    const text = `select count(*) as n from ${table} where customer_id = $1`;
    return (await rows<{ n: number }>(text, id))[0]?.n;
  };

  return {
    clock,
    own,
    database: () => gateway.database,
    gateway: () => gateway,
    rows,
    countOf,
    remove,
    async removed(key = own.apiKey, id: string = own.customerId) {
      const { status, body } = await remove(id, key);
      expect([status, body.error]).toEqual([200, undefined]);
      return parse(body);
    },
    call: async (key = own.apiKey) => finalOf(await callNatively(gateway, key, letterRequest())),
    /** Returns the number of the customer's rows in each table. */
    owned: async (id?: string) =>
      Object.fromEntries(
        await Promise.all(OWNED.map(async (table) => [table, await countOf(table, id)] as const)),
      ),
    tombstones: () => rows("select standard_used, developer_used from email_tombstones"),
    usedByDeleted: async () =>
      (
        await rows<{ n: number }>("select coalesce(sum(used), 0)::int as n from usage_of_deleted")
      )[0]?.n ?? 0,
  };
}
