import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { testEvent } from "../../../../test/support/admission.ts";
import { issuedNow, refusedNow, testEnded } from "../../../../test/support/certificate-boxes.ts";
import type { CustomerId } from "../../accounts/keys/caller.ts";
import type { CertificateStore, EvidenceStore } from "../ports.ts";

interface StoreCase {
  /** A store without certificates. */
  readonly certificates: CertificateStore;
  readonly evidence: EvidenceStore;
  readonly customerId: CustomerId;
  /** Returns the ids of the stored events. */
  events(): Promise<readonly string[]>;
}

const LEASE_MS = 60_000;
const idsOf = (rows: readonly { readonly requestId: string }[]) =>
  rows.map(({ requestId }) => requestId);

export function describeCertificateStore(name: string, open: () => Promise<StoreCase>): void {
  let stored: StoreCase;
  beforeEach(async () => {
    stored = await open();
  });

  async function added(count: number): Promise<string[]> {
    const ended = Array.from({ length: count }, () => testEnded());
    for (const one of ended) await stored.certificates.add(stored.customerId, one);
    return idsOf(ended);
  }

  /** Issues batches of one certificate each. */
  async function issued(count: number): Promise<{ requestId: string; batchId: string }[]> {
    const requestIds = await added(count);
    const batches = requestIds.map((requestId) => ({ requestId, ...issuedNow(requestId) }));
    for (const batch of batches) await stored.certificates.issue(batch);
    return batches;
  }

  describe(`CertificateStore: ${name}`, () => {
    test("A pending certificate is stored with all its boxes, and a second certificate for the same call is ignored", async () => {
      const { certificates, customerId } = stored;
      const first = testEnded();
      const [{ requestId, record }, second] = [first, testEnded()];
      expect(await certificates.add(customerId, first)).toBe(true);
      expect(await certificates.add(customerId, { ...second, requestId })).toBe(false);
      expect(await certificates.claim(10, LEASE_MS)).toEqual([{ requestId, record }]);
      expect(await certificates.find(requestId)).toEqual({
        ...{ customerId, isRefused: false, issued: undefined },
        ...{ openings: first.openings, openingsKeyBox: first.openingsKeyBox },
      });
      expect(await certificates.find(second.requestId)).toBeUndefined();
    });

    test("A call's final events are stored together with its certificate, even with a second certificate for the same call", async () => {
      const { certificates, customerId, events } = stored;
      const [ended, second] = [testEnded(), testEnded()];
      const [first, other, later] = [testEvent(), testEvent(), testEvent()];
      await certificates.add(customerId, ended, [first, other]);
      const { requestId } = ended;
      expect(await certificates.add(customerId, { ...second, requestId }, [later])).toBe(false);
      expect((await events()).toSorted()).toEqual(
        [first, other, later].map(({ event_id }) => event_id).toSorted(),
      );
    });

    test("Certificates that are added at once are each stored once, even if one of them belongs to a deleted customer", async () => {
      const { certificates, customerId } = stored;
      const given = Array.from({ length: 20 }, () => testEnded());
      const gone = certificates.add("cus_gone" as CustomerId, testEnded());
      const all = [...given, ...given].map((one) => certificates.add(customerId, one));
      const isAdded = await Promise.all(all);
      await gone.catch(() => undefined);
      expect(isAdded.filter(Boolean)).toHaveLength(20);
      expect(idsOf(await certificates.claim(100, LEASE_MS))).toEqual(
        expect.arrayContaining(idsOf(given)),
      );
    });

    test("While the process that added a certificate holds its lease, no other process can claim the certificate", async () => {
      const { certificates, customerId } = stored;
      const [held, left] = [{ ...testEnded(), leaseMs: LEASE_MS }, testEnded()];
      await certificates.add(customerId, held);
      await certificates.add(customerId, left);
      expect(idsOf(await certificates.claim(10, LEASE_MS))).toEqual([left.requestId]);
    });

    test("The oldest pending certificates are claimed first, no more than requested, and each by only one process", async () => {
      const { certificates } = stored;
      const requestIds = await added(10);
      expect(idsOf(await certificates.claim(2, LEASE_MS)).toSorted()).toEqual(
        requestIds.slice(0, 2).toSorted(),
      );
      const claims = await Promise.all(
        [4, 4, 4].map((limit) => certificates.claim(limit, LEASE_MS)),
      );
      expect(idsOf(claims.flat()).toSorted()).toEqual(requestIds.slice(2).toSorted());
    });

    test("When the lease of a pending certificate has expired or its release delay has passed, then it is claimed again", async () => {
      const { certificates } = stored;
      const [ended = "", released = "", delayed = ""] = await added(3);
      expect(idsOf(await certificates.claim(1, -1))).toEqual([ended]);
      expect(idsOf(await certificates.claim(3, LEASE_MS)).toSorted()).toEqual(
        [ended, released, delayed].toSorted(),
      );
      await certificates.release([released], -1);
      await certificates.release([delayed], LEASE_MS);
      expect(idsOf(await certificates.claim(3, LEASE_MS))).toEqual([released]);
    });

    test("A certificate is decided once, together with an event, and is then no longer pending", async () => {
      const { certificates, events } = stored;
      const [yes = "", no = "", waiting = ""] = await added(3);
      const rows = await certificates.claim(10, LEASE_MS);
      const row = rows.find(({ requestId }) => requestId === yes);
      if (row === undefined || !("record" in row)) throw new Error("There is no record");
      const [batch, refusal] = [issuedNow(yes), refusedNow(no)];
      await certificates.issue(batch);
      await certificates.refuse([refusal]);
      const later = issuedNow(yes, no);
      await certificates.issue(later);
      await certificates.refuse([refusedNow(yes)]);
      await certificates.refuse([]);
      await certificates.release([yes, no, waiting], -1);

      const { batchId, signed, calls } = batch;
      expect(await certificates.find(yes)).toMatchObject({
        isRefused: false,
        issued: {
          record: row.record,
          batchId,
          signed,
          place: calls[0]?.place,
          evidence: undefined,
        },
      });
      expect(await certificates.find(no)).toMatchObject({ isRefused: true, issued: undefined });
      expect((await events()).toSorted()).toEqual(
        [batch, refusal, later].map(({ event }) => event.event_id).toSorted(),
      );
      expect(idsOf(await certificates.claim(10, LEASE_MS))).toEqual([waiting]);
    });

    test("oldestPending returns the time of the oldest pending certificate, or undefined if there is none", async () => {
      const { certificates } = stored;
      expect(await certificates.oldestPending()).toBeUndefined();
      const [first = "", second = ""] = await added(2);
      const oldest = await certificates.oldestPending();
      await certificates.issue(issuedNow(first));
      const next = await certificates.oldestPending();
      expect(Number(next)).toBeGreaterThanOrEqual(Number(oldest));
      await certificates.refuse([refusedNow(second)]);
      expect(await certificates.oldestPending()).toBeUndefined();
    });
  });

  describe(`EvidenceStore: ${name}`, () => {
    const order = { limit: 10, leaseMs: LEASE_MS, minWaitedMs: 0 };
    const evidenceOf = (id: string) => ({ id, evidence: Buffer.from(`evidence of ${id}`) });
    const batchIds = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

    test("A batch of certificates waits for evidence at once, but refused and pending certificates do not", async () => {
      const { certificates, evidence } = stored;
      const [yes = "", no = ""] = await added(3);
      const batch = issuedNow(yes);
      await certificates.issue(batch);
      await certificates.refuse([refusedNow(no)]);
      const { batchId: id, sha256, event } = batch;
      expect(await evidence.claim(order)).toEqual([
        { id, eventId: event.event_id, sha256, waitedMs: expect.any(Number) },
      ]);
    });

    test("The oldest batches without evidence are claimed first, none younger than requested, and each by only one process", async () => {
      const { evidence } = stored;
      const ids = (await issued(10)).map(({ batchId }) => batchId);
      expect(await evidence.claim({ ...order, minWaitedMs: LEASE_MS })).toEqual([]);
      expect(batchIds(await evidence.claim({ ...order, limit: 2 })).toSorted()).toEqual(
        ids.slice(0, 2).toSorted(),
      );
      const claims = await Promise.all(
        [4, 4, 4].map((limit) => evidence.claim({ ...order, limit })),
      );
      expect(batchIds(claims.flat()).toSorted()).toEqual(ids.slice(2).toSorted());
    });

    test("When the lease of a batch without evidence has expired or its release delay has passed, then it is claimed again", async () => {
      const { evidence } = stored;
      const ids = (await issued(3)).map(({ batchId }) => batchId);
      const [ended = "", released = "", delayed = ""] = ids;
      expect(batchIds(await evidence.claim({ ...order, limit: 1, leaseMs: -1 }))).toEqual([ended]);
      expect(batchIds(await evidence.claim(order)).toSorted()).toEqual(ids.toSorted());
      await evidence.release([
        { id: released, delayMs: -1 },
        { id: delayed, delayMs: LEASE_MS },
      ]);
      expect(batchIds(await evidence.claim(order))).toEqual([released]);
    });

    test("Evidence of a batch is added once and belongs to its certificates, which then no longer wait for it", async () => {
      const { certificates, evidence } = stored;
      const [first, second] = await issued(2);
      if (first === undefined || second === undefined) throw new Error("There are no batches");
      const [waiting = ""] = await added(1);
      const oldest = await evidence.oldestUnproven();
      const proof = evidenceOf(first.batchId);
      await evidence.add([proof, evidenceOf(randomUUID())]);
      await evidence.add([{ id: first.batchId, evidence: Buffer.from("another") }]);
      await evidence.add([]);
      await evidence.release([{ id: first.batchId, delayMs: -1 }]);

      const found = await certificates.find(first.requestId);
      expect(found?.issued?.evidence).toEqual(proof.evidence);
      expect((await certificates.find(waiting))?.issued).toBeUndefined();
      expect(batchIds(await evidence.claim(order))).toEqual([second.batchId]);
      expect(Number(await evidence.oldestUnproven())).toBeGreaterThanOrEqual(Number(oldest));
      await evidence.add([evidenceOf(second.batchId)]);
      expect(await evidence.oldestUnproven()).toBeUndefined();
    });
  });
}
