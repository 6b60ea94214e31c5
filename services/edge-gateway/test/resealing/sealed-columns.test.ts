import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import { nameOf } from "../../src/resealing/postgres-resealing.ts";
import { SEALED_COLUMNS } from "../../src/resealing/sealed-columns.ts";
import { type GatewayDatabase, openGatewayDatabase } from "../support/gateway-database.ts";
import { bytesColumns } from "../support/sealed-rows.ts";

/** The columns with bytes that no data key seals, and what their bytes are. */
const OTHER_COLUMNS: Readonly<Record<string, string>> = {
  "api_keys.key_hmac": "HMAC under a pepper",
  "certificate_batches.signed": "signatures and hashes, not sealed",
  "certificates.openings": "sealed under its own key, which is in openings_key_box",
  "certificates.openings_key_box": "a box that only the API key of the call opens",
  "customers.email_lookup": "HMAC under a pepper",
  "customers.salt": "random",
  "email_tombstones.email_hmac": "HMAC under the data key, looked up under all",
  "entity_lists.box": "a box that only the sanitiser opens",
  "jobs.body_hash": "HMAC under the data key, compared under all",
  "jobs.finished_by": "SHA-256",
  "jobs.idempotency_lookup": "HMAC under the data key, looked up under all",
  "jobs.relink_map": "a box that only the API key of the call opens",
  "members.person_hmac": "HMAC under a pepper",
  "provider_keys.box": "a box that only the inference worker opens",
  "registration_envelopes.sealed_key": "a box that only the proof and a data key together open",
  "sessions.session_hmac": "HMAC under a pepper",
};

let database: GatewayDatabase;
beforeAll(async () => {
  database = await openGatewayDatabase();
});
afterAll(() => database.close());

describeWithServer("postgres", "The columns that the data key seals", () => {
  test("every column of the database with bytes is either re-sealed or known not to be sealed with the data key", async () => {
    const stored = await bytesColumns(database.owner);
    const known = [...SEALED_COLUMNS.map(nameOf), ...Object.keys(OTHER_COLUMNS)];
    expect(known.toSorted()).toEqual(stored.map(({ table, column }) => `${table}.${column}`));
  });

  test("every listed id belongs to the primary key of its table, with its type", async () => {
    const keys = `
      select c.relname || ' ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) as id
      from pg_index i join pg_class c on c.oid = i.indrelid
        join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
      where i.indisprimary and c.relname = any($1) order by c.relname, array_position(i.indkey, a.attnum)`;
    const tables = [...new Set(SEALED_COLUMNS.map(({ table }) => table))].toSorted();
    const rows = await database.owner.query<{ id: string }>(keys, [tables]);
    const listed = SEALED_COLUMNS.flatMap(({ table, ids }) =>
      Object.entries(ids).map(([id, type]) => `${table} ${id} ${type}`),
    );
    expect([...new Set(listed)].toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  });
});
