import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import { testAdmission, testEvent } from "../../../../test/support/admission.ts";
import { issuedNow, testEnded } from "../../../../test/support/certificate-boxes.ts";
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
    evidence: createPostgresCertificateEvidence(gateway.database),
  });

  describeCertificateStore("postgres, as the runtime role", async () => {
    const { database } = gateway;
    for (const table of ["certificates", "event_outbox"])
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

  test("A certificate can be claimed for evidence until 30 days after it was issued", async () => {
    const { certificates, evidence } = stores();
    const { requestId, ...boxes } = testEnded();
    const customerId = await insertTestCustomer(gateway.database);
    await certificates.add(customerId, { requestId, ...boxes });
    await certificates.decide([issuedNow(requestId)]);
    const claimed = async (days: number) => {
      await gateway.owner.execute(
        "update certificates set decided_at = now() - $2 * interval '1 day' where request_id = $1",
        [requestId, days],
      );
      const rows = await evidence.claim({ limit: 1_000, leaseMs: -1, minWaitedMs: 0 });
      return rows.find((row) => row.requestId === requestId);
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
    await certificates.decide([issuedNow(own.requestId)]);

    expect(await jobs.delete(customerId, admission.jobId)).toBe(true);

    const left = await certificates.find(own.requestId);
    expect([left?.openings, left?.openingsKeyBox]).toEqual([undefined, undefined]);
    expect(left?.state).toBe("issued");
    expect((await certificates.find(other.requestId))?.openings).toEqual(other.openings);
  });
});
