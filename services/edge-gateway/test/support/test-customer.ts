import { randomBytes } from "node:crypto";
import type { Database } from "@veil/postgres-kit";
import type { CustomerId } from "../../src/modules/accounts/keys/caller.ts";

export async function insertTestCustomer(database: Database): Promise<CustomerId> {
  const customerId = `cus_${randomBytes(20).toString("hex")}` as CustomerId;
  const orgId = `org_${randomBytes(8).toString("hex")}`;
  const bytes = randomBytes(32);
  await database.execute("insert into organisations (org_id, scope_key_sealed) values ($1, $2)", [
    orgId,
    bytes,
  ]);
  await database.execute(
    `insert into customers (customer_id, org_id, salt, email_lookup, email_lookup_version,
       email_sealed, tier, managed_ai) values ($1, $2, $3, $4, 1, $3, 'free', true)`,
    [customerId, orgId, bytes, randomBytes(32)],
  );
  return customerId;
}
