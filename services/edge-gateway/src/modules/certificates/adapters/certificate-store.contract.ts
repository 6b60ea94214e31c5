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

  async function issued(count: number): Promise<string[]> {
    const requestIds = await added(count);
    for (const requestId of requestIds) await stored.certificates.decide([issuedNow(requestId)]);
    return requestIds;
  }

  describe(`CertificateStore: ${name}`, () => {
    test("A pending certificate is stored with all its boxes, and a second certificate for the same call is ignored", async () => {
      const { certificates, customerId } = stored;
      const first = testEnded();
      const [{ requestId, pending }, second] = [first, testEnded()];
      expect(await certificates.add(customerId, first)).toBe(true);
      expect(await certificates.add(customerId, { ...second, requestId })).toBe(false);
      expect(await certificates.claim(10, LEASE_MS)).toEqual([{ requestId, pending }]);
      expect(await certificates.find(requestId)).toEqual({
        ...{ customerId, state: "pending", certificate: undefined, evidence: undefined },
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

    test("A certificate is decided once, together with its event, and is then no longer pending", async () => {
      const { certificates, events } = stored;
      const [yes = "", no = "", waiting = ""] = await added(3);
      const [issue, refusal] = [issuedNow(yes), refusedNow(no)];
      await certificates.decide([issue, refusal]);
      await certificates.decide([refusedNow(yes), issuedNow(no)]);
      await certificates.decide([]);
      await certificates.release([yes, no], -1);

      expect(await certificates.find(yes)).toMatchObject({ state: "issued" });
      expect((await certificates.find(yes))?.certificate).toEqual(issue.certificate);
      expect(await certificates.find(no)).toMatchObject({ state: "refused" });
      expect((await certificates.find(no))?.certificate).toBeUndefined();
      expect((await events()).toSorted()).toEqual(
        [issue.event.event_id, refusal.event.event_id].toSorted(),
      );
      expect(idsOf(await certificates.claim(10, LEASE_MS))).toEqual([waiting]);
    });

    test("oldestPending returns the time of the oldest pending certificate, or undefined if there is none", async () => {
      const { certificates } = stored;
      expect(await certificates.oldestPending()).toBeUndefined();
      const [first = "", second = ""] = await added(2);
      const oldest = await certificates.oldestPending();
      await certificates.decide([issuedNow(first)]);
      const next = await certificates.oldestPending();
      expect(Number(next)).toBeGreaterThanOrEqual(Number(oldest));
      await certificates.decide([refusedNow(second)]);
      expect(await certificates.oldestPending()).toBeUndefined();
    });
  });

  describe(`EvidenceStore: ${name}`, () => {
    const order = { limit: 10, leaseMs: LEASE_MS, minWaitedMs: 0 };
    const evidenceOf = (requestId: string) => ({
      requestId,
      evidence: Buffer.from(`evidence of ${requestId}`),
    });

    test("An issued certificate waits for evidence at once, but refused and pending certificates do not", async () => {
      const { certificates, evidence } = stored;
      const [yes = "", no = ""] = await added(3);
      const claimed = idsOf(await certificates.claim(10, LEASE_MS));
      expect(claimed).toContain(yes);
      const issue = issuedNow(yes);
      await certificates.decide([issue, refusedNow(no)]);
      const { sha256, event } = issue;
      expect(await evidence.claim(order)).toEqual([
        {
          ...{ requestId: yes, eventId: event.event_id, sha256, certificate: undefined },
          waitedMs: expect.any(Number),
        },
      ]);
    });

    test("The oldest certificates without evidence are claimed first, none younger than requested, and each by only one process", async () => {
      const { evidence } = stored;
      const requestIds = await issued(10);
      expect(await evidence.claim({ ...order, minWaitedMs: LEASE_MS })).toEqual([]);
      expect(idsOf(await evidence.claim({ ...order, limit: 2 })).toSorted()).toEqual(
        requestIds.slice(0, 2).toSorted(),
      );
      const claims = await Promise.all(
        [4, 4, 4].map((limit) => evidence.claim({ ...order, limit })),
      );
      expect(idsOf(claims.flat()).toSorted()).toEqual(requestIds.slice(2).toSorted());
    });

    test("When the lease of a certificate without evidence has expired or its release delay has passed, then it is claimed again", async () => {
      const { evidence } = stored;
      const [ended = "", released = "", delayed = ""] = await issued(3);
      expect(idsOf(await evidence.claim({ ...order, limit: 1, leaseMs: -1 }))).toEqual([ended]);
      expect(idsOf(await evidence.claim(order)).toSorted()).toEqual(
        [ended, released, delayed].toSorted(),
      );
      await evidence.release([
        { requestId: released, delayMs: -1 },
        { requestId: delayed, delayMs: LEASE_MS },
      ]);
      expect(idsOf(await evidence.claim(order))).toEqual([released]);
    });

    test("Evidence is added once and only to issued certificates, which then no longer wait for it", async () => {
      const { certificates, evidence } = stored;
      const [first = "", second = ""] = await issued(2);
      const [waiting = ""] = await added(1);
      const oldest = await evidence.oldestUnproven();
      const proof = evidenceOf(first);
      await evidence.add([proof, evidenceOf(waiting), evidenceOf(testEnded().requestId)]);
      await evidence.add([{ requestId: first, evidence: Buffer.from("another") }]);
      await evidence.add([]);
      await evidence.release([{ requestId: first, delayMs: -1 }]);

      expect((await certificates.find(first))?.evidence).toEqual(proof.evidence);
      expect((await certificates.find(waiting))?.evidence).toBeUndefined();
      expect(idsOf(await evidence.claim(order))).toEqual([second]);
      expect(Number(await evidence.oldestUnproven())).toBeGreaterThanOrEqual(Number(oldest));
      await evidence.add([evidenceOf(second)]);
      expect(await evidence.oldestUnproven()).toBeUndefined();
    });
  });
}
