import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { describeWithServer, until } from "@veil/testing";
import { testAdmission, testEvent } from "../../../../test/support/admission.ts";
import {
  freshRequestId,
  issuedNow,
  testEnded,
} from "../../../../test/support/certificate-boxes.ts";
import {
  type GatewayDatabase,
  openGatewayDatabase,
} from "../../../../test/support/gateway-database.ts";
import { insertTestCustomer } from "../../../../test/support/test-customer.ts";
import type { CustomerId } from "../../accounts/index.ts";
import { createPostgresJobs } from "../../calls/native/results/postgres-jobs.ts";
import { describeCertificateStore } from "./certificate-store.contract.ts";
import { createPostgresCertificateEvidence } from "./postgres-certificate-evidence.ts";
import { createPostgresCertificates } from "./postgres-certificates.ts";

describeWithServer("postgres", "PostgreSQL certificates", () => {
  let gateway: GatewayDatabase;
  beforeAll(async () => {
    gateway = await openGatewayDatabase();
  });
  afterAll(() => gateway.close());

  const stores = () => ({
    certificates: createPostgresCertificates(gateway.database),
    evidence: createPostgresCertificateEvidence(gateway.database, "batches"),
  });

  describeCertificateStore("postgres, as the runtime role", async () => {
    const { database } = gateway;
    for (const table of ["certificates", "certificate_batches", "event_outbox"])
      await database.execute(`delete from ${table}`);
    return {
      ...stores(),
      customerId: await insertTestCustomer(database),
      async events() {
        const rows = await database.query<{ id: string }>(
          "select event_id as id from event_outbox",
        );
        return rows.map(({ id }) => id);
      },
    };
  });

  test("When the end of one call cannot be stored, then its events are not stored either, and the other calls in the batch are stored", async () => {
    const { certificates } = stores();
    const { database } = gateway;
    const [lost, kept] = [testEvent(), testEvent()];
    const customerId = await insertTestCustomer(database);
    const gone = certificates.add("cus_gone" as CustomerId, testEnded(), [lost]);
    const own = testEnded();
    const stored = certificates.add(customerId, own, [kept, kept]);
    await expect(gone).rejects.toThrow();
    expect(await stored).toBe(true);
    const ids = [lost, kept].map(({ event_id }) => event_id);
    const rows = await database.query<{ id: string }>(
      "select event_id as id from event_outbox where event_id = any($1)",
      [ids],
    );
    expect(rows).toEqual([{ id: kept.event_id }]);
  });

  test("A batch can be claimed for evidence until 30 days after it was issued", async () => {
    const { certificates, evidence } = stores();
    const { requestId, ...boxes } = testEnded();
    const customerId = await insertTestCustomer(gateway.database);
    await certificates.add(customerId, { requestId, ...boxes });
    const batch = issuedNow(requestId);
    await certificates.issue(batch);
    const claimed = async (days: number) => {
      await gateway.owner.execute(
        "update certificate_batches set created_at = now() - $2 * interval '1 day' where batch_id = $1",
        [batch.batchId, days],
      );
      const rows = await evidence.claim({ limit: 1_000, leaseMs: -1, minWaitedMs: 0 });
      return rows.find(({ id }) => id === batch.batchId);
    };
    expect((await claimed(29))?.waitedMs).toBeGreaterThan(28 * 86_400_000);
    expect(await claimed(31)).toBeUndefined();
  });

  test("When a job is deleted, then the openings of its certificate are deleted, and the certificate stays", async () => {
    const { certificates } = stores();
    const jobs = createPostgresJobs(gateway.database, 10);
    const customerId = await insertTestCustomer(gateway.database);
    const [own, other] = [testEnded(), testEnded()];
    const quota = { limitClass: "standard", limit: 10 } as const;
    const admission = testAdmission({ customerId, requestId: own.requestId, quota });
    await jobs.admit(admission, 60_000);
    for (const each of [own, other]) await certificates.add(customerId, each);
    await certificates.issue(issuedNow(own.requestId));

    expect(await jobs.delete(customerId, admission.jobId)).toBe(true);

    const left = await certificates.find(own.requestId);
    expect([left?.openings, left?.openingsKeyBox]).toEqual([undefined, undefined]);
    expect(left?.issued).toBeDefined();
    expect((await certificates.find(other.requestId))?.openings).toEqual(other.openings);
  });

  describe("Rows of the previous version", () => {
    test("a pending call is claimed after all newer ones, and its record is stored when it is issued", async () => {
      const { certificates } = stores();
      const customerId = await insertTestCustomer(gateway.database);
      const requestId = freshRequestId();
      const pending = Buffer.from("pending");
      await gateway.database.execute(
        "insert into certificates (request_id, customer_id, pending) values ($1, $2, $3)",
        [requestId, customerId, pending],
      );
      const own = async () =>
        (await certificates.claim(1_000, -1)).filter((row) => row.requestId === requestId);
      await until("it is claimed", async () => (await own()).length > 0);
      expect(await own()).toEqual([{ requestId, pending }]);
      const record = Buffer.from("record");
      const { calls, ...batch } = issuedNow(requestId);
      await certificates.issue({ ...batch, calls: calls.map((call) => ({ ...call, record })) });
      expect((await certificates.find(requestId))?.issued).toMatchObject({ record });
      expect(await own()).toEqual([]);
    });

    test("a certificate with its own evidence is found, and gets evidence that is missing", async () => {
      const { certificates } = stores();
      const evidence = createPostgresCertificateEvidence(gateway.database, "certificates");
      const customerId = await insertTestCustomer(gateway.database);
      const requestId = freshRequestId();
      const certificate = Buffer.from("certificate");
      await gateway.database.execute(
        `insert into certificates (request_id, customer_id, certificate, certificate_sha256, event_id, decided_at)
         values ($1, $2, $3, $4, $5, now())`,
        [requestId, customerId, certificate, "ab".repeat(32), randomUUID()],
      );
      expect((await certificates.find(requestId))?.issued).toEqual({ certificate });
      const order = { limit: 1_000, leaseMs: -1, minWaitedMs: 0 };
      const rows = await evidence.claim(order);
      expect(rows.find(({ id }) => id === requestId)).toMatchObject({ sha256: "ab".repeat(32) });
      await evidence.add([{ id: requestId, evidence: Buffer.from("proof") }]);
      const { issued } = (await certificates.find(requestId)) ?? {};
      expect(issued).toEqual({ certificate, evidence: Buffer.from("proof") });
    });
  });
});
