import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import {
  type GatewayDatabase,
  openGatewayDatabase,
} from "../../../../test/support/gateway-database.ts";
import { insertTestCustomer } from "../../../../test/support/test-customer.ts";
import type { CustomerId } from "../../accounts/index.ts";
import {
  createPostgresComplianceFigures,
  PAGE_ROWS,
  SEALED,
} from "./postgres-compliance-figures.ts";
import { createPostgresSeenCheckpoints } from "./postgres-seen-checkpoints.ts";

const SINCE = new Date("2026-11-01T00:00:00Z");
const [EARLY, LATER, OLD] = [
  "2026-11-10T00:00:00Z",
  "2026-11-11T00:00:00Z",
  "2026-10-01T00:00:00Z",
];
const BATCH = "00000000-0000-4000-8000-000000000001";

describeWithServer("postgres", "PostgreSQL compliance figures, as the runtime role", () => {
  let gateway: GatewayDatabase;
  let customerId: CustomerId;
  beforeAll(async () => {
    gateway = await openGatewayDatabase();
    customerId = await insertTestCustomer(gateway.database);
  });
  afterAll(() => gateway.close());
  const figures = () => createPostgresComplianceFigures(gateway.database);

  const certificate = (id: string, of: CustomerId, columns: object) => {
    const row = { request_id: id, customer_id: of, created_at: EARLY, ...columns };
    const names = Object.keys(row);
    return gateway.owner.execute(
      `insert into certificates (${names.join(", ")}) values (${names.map((_, at) => `$${at + 1}`).join(", ")})`,
      Object.values(row),
    );
  };

  test("all issued certificates of a period are returned once, although they need several pages and have the same time", async () => {
    const own = await insertTestCustomer(gateway.database);
    const count = 2 * PAGE_ROWS + 1;
    const batchId = "00000000-0000-4000-8000-000000000002";
    await gateway.owner.execute(
      "insert into certificate_batches (batch_id, signed, batch_sha256, event_id) values ($1, $2, $3, $1)",
      [batchId, Buffer.of(1), "ab".repeat(32)],
    );
    await gateway.owner.execute(
      `insert into certificates (request_id, customer_id, created_at, record, batch_id, place, decided_at)
       select 'req_' || md5(n::text), $1, $2::timestamptz + (n / 10) * interval '1 microsecond', 'x', $3, '{0}', now()
       from generate_series(1, $4::int) n`,
      [own, EARLY, batchId, count],
    );
    const until = new Date(LATER);
    const ids = new Set<string>();
    let rows = 0;
    for await (const page of figures().issuedCertificates(own, { since: SINCE, until })) {
      rows += page.length;
      for (const { requestId, version, isProven, loggedSha256 } of page) {
        ids.add(requestId);
        expect([version, isProven, loggedSha256]).toEqual([2, false, "ab".repeat(32)]);
      }
    }
    expect([rows, ids.size]).toEqual([count, count]);
    const before = { since: SINCE, until: new Date(EARLY) };
    for await (const page of figures().issuedCertificates(own, before)) expect(page).toEqual([]);
  });

  test("certificates are counted by outcome, for one customer and from a time on", async () => {
    expect(await figures().certificates(customerId, SINCE)).toEqual({
      ...{ issued: 0, refused: 0, pending: 0, unproven: 0 },
      ...{ oldestPending: undefined, oldestUnproven: undefined },
    });
    await gateway.owner.execute(
      "insert into certificate_batches (batch_id, signed, batch_sha256, event_id) values ($1, $2, $3, $1)",
      [BATCH, Buffer.of(1), "0".repeat(64)],
    );
    const batch = { record: Buffer.of(1), batch_id: BATCH, place: [0], decided_at: LATER };
    await certificate("of-a-batch", customerId, batch);
    await certificate("proven", customerId, {
      ...{ certificate: Buffer.of(1), evidence: Buffer.of(1), decided_at: LATER },
    });
    await certificate("refused", customerId, { refused: "quota", decided_at: LATER });
    await certificate("waiting", customerId, { record: Buffer.of(1) });
    await certificate("old", customerId, { record: Buffer.of(1), created_at: OLD });
    const other = await insertTestCustomer(gateway.database);
    await certificate("of-another", other, { record: Buffer.of(1) });
    expect(await figures().certificates(customerId, SINCE)).toEqual({
      ...{ issued: 2, refused: 1, pending: 1, unproven: 1 },
      ...{ oldestPending: new Date(EARLY), oldestUnproven: new Date(LATER) },
    });
  });

  test("samples name their column, and contain at most the first 128 bytes of sealed values", async () => {
    const sealed = await figures().sealedSamples();
    const columns = new Set(sealed.map(({ column }) => column));
    expect(columns).toContain("customers.email_sealed");
    expect(columns).toContain("organisations.scope_key_sealed");
    for (const { value } of sealed) expect(value.length).toBeLessThanOrEqual(128);
    expect(await figures().clearSamples()).toEqual([]);
  });

  test("every column of bytes is sampled, except hashes, salts, and signatures", async () => {
    const columns = await gateway.owner.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and data_type = 'bytea'`,
    );
    // `pending` is written only by earlier versions.
    const others = /(_hmac|_lookup|_hash|\.finished_by|\.signed|\.pending|\.salt)$/;
    const expected = columns.map(({ name }) => name).filter((name) => !others.test(name));
    const sampled = Object.entries(SEALED).flatMap(([table, names]) =>
      names.map((name) => `${table}.${name}`),
    );
    expect(expected.toSorted()).toEqual(sampled.toSorted());
  });

  test("the version of TLS is undefined for a connection without TLS", async () => {
    expect(await figures().encryption()).toEqual({ version: undefined });
  });

  test("a seen checkpoint is replaced only by one of at least its size", async () => {
    const seen = createPostgresSeenCheckpoints(gateway.database);
    expect(await seen.find()).toBeUndefined();
    await seen.save("five", 5);
    await seen.save("four", 4);
    expect(await seen.find()).toBe("five");
    await seen.save("five, cosigned", 5);
    await seen.save("six", 6);
    expect(await seen.find()).toBe("six");
  });
});
