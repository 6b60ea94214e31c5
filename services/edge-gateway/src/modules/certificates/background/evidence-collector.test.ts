/** @slow signs certificates with all of their claims */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { CertificateEvidence } from "@veil/contracts/certificate";
import { silentLogger } from "@veil/service-kit/telemetry";
import { describeWithServer, until } from "@veil/testing";
import { createTestDeployment } from "@veil/testing/certificates";
import { testEvent } from "../../../../test/support/admission.ts";
import {
  freshRequestId,
  issuedNow,
  testEnded,
} from "../../../../test/support/certificate-boxes.ts";
import {
  type CertificateDatabase,
  openCertificateDatabase,
} from "../../../../test/support/certificate-database.ts";
import { certifiedCall } from "../../../../test/support/test-certificates.ts";
import { createEvidenceCheck } from "../domain/certificate-checks.ts";
import {
  certificateHash,
  openCertificate,
  SEALED_CERTIFICATE,
} from "../domain/stored-certificate.ts";
import type { LogProofs } from "../ports.ts";
import { createEvidenceCollector } from "./evidence-collector.ts";

const KEY = Buffer.alloc(32, 1);
const deployment = createTestDeployment();
const check = createEvidenceCheck(deployment.keySet.trust.keys);

let nowMs: number;
let stores: CertificateDatabase;
let log: ReturnType<typeof createLog>;
let outcomes: string[];
let age: number | undefined;
beforeAll(async () => {
  stores = await openCertificateDatabase();
});
afterAll(() => stores.close());
beforeEach(async () => {
  nowMs = Date.parse("2026-01-02T12:00:00Z");
  await stores.empty(nowMs);
  log = createLog();
  outcomes = [];
});

/** Creates a log that proves only the events that were put into it. */
function createLog() {
  const known = new Map<string, CertificateEvidence>();
  const asked: { readonly count: number; readonly cosigned: boolean }[] = [];
  const state = { isUp: true, isCosigned: true };
  const proofs: LogProofs = {
    async prove(eventIds, cosigned) {
      asked.push({ count: eventIds.length, cosigned });
      if (!state.isUp) throw new Error("The log does not answer");
      return eventIds.map((id) => (cosigned && !state.isCosigned ? undefined : known.get(id)));
    },
  };
  return { proofs, put: known.set.bind(known), asked, state };
}

/** Runs the collector until it has reported the age of the oldest unproven certificate. */
async function turn(): Promise<void> {
  age = undefined;
  await stores.setClock(nowMs);
  const collector = createEvidenceCollector({
    ...{ evidence: stores.evidence, proofs: log.proofs, check, key: KEY, log: silentLogger },
    onEvidence: (outcome) => outcomes.push(outcome),
    onUnprovenAge: (seconds) => {
      age = seconds;
    },
    nowMs: () => nowMs,
  });
  collector.trigger();
  collector.start();
  await until("the turn is over", () => age !== undefined);
  await collector.stop();
}

/**
 * Stores an issued certificate. The log proves its event with the right evidence, with `proof`, or
 * not at all.
 */
async function issued(proof?: CertificateEvidence | "none") {
  const requestId = freshRequestId();
  const call = certifiedCall(deployment, requestId);
  const event = testEvent();
  await stores.add(testEnded(requestId));
  const certificate = SEALED_CERTIFICATE.seal(KEY, call.issued.signable.request_id, call.issued);
  const sha256 = certificateHash(call.issued);
  await stores.certificates.decide([{ requestId, certificate, sha256, event }]);
  if (proof !== "none") log.put(event.event_id, proof ?? call.evidence);
  return { requestId, eventId: event.event_id, ...call };
}

async function evidenceOf(requestId: string) {
  const { certificate, evidence } = (await stores.certificates.find(requestId)) ?? {};
  if (certificate === undefined) throw new Error("There is no certificate");
  return openCertificate(KEY, requestId, { certificate, evidence }).evidence;
}

describeWithServer("postgres", "Evidence of certificates", () => {
  test("When the log contains the events, then all certificates get their evidence with one request", async () => {
    const calls = [await issued(), await issued(), await issued()];
    nowMs += 2_000;
    await turn();
    for (const { requestId, evidence } of calls)
      expect(await evidenceOf(requestId)).toEqual(evidence);
    expect(log.asked).toEqual([{ count: 3, cosigned: true }]);
    expect(outcomes).toEqual(["taken", "taken", "taken"]);
    expect(age).toBe(0);
  });

  test("In the first two seconds after a certificate was issued, no evidence is requested, because no checkpoint covers its event yet", async () => {
    await issued();
    nowMs += 1_999;
    await turn();
    expect(log.asked).toEqual([]);
    expect(age).toBeCloseTo(1.999);
  });

  test("When an event is not in the log yet, then its evidence is requested less and less often, and its age is reported", async () => {
    const { requestId, eventId, evidence } = await issued("none");
    const begin = nowMs;
    const askedAt: number[] = [];
    const minutes = Array.from({ length: 30 }, (_, minute) => 60 * (minute + 1));
    for (const second of [2, 3, 4, 5, 6, 8, 9, ...minutes]) {
      nowMs = begin + second * 1_000;
      await turn();
      if (log.asked.splice(0).length > 0) askedAt.push(second);
    }
    expect(askedAt).toEqual([2, 5, 8, 60, 120, 240, 420, 660, 1_020, 1_380, 1_740]);
    expect(age).toBe(1_800);

    log.put(eventId, evidence);
    nowMs += 300_000;
    await turn();
    expect(await evidenceOf(requestId)).toEqual(evidence);
  });

  test("When witnesses do not cosign, then evidence without cosignatures is accepted after two minutes", async () => {
    const { requestId, evidence } = await issued();
    log.state.isCosigned = false;
    const begin = nowMs;
    for (const second of [2, 30, 60, 119]) {
      nowMs = begin + second * 1_000;
      await turn();
    }
    expect(await evidenceOf(requestId)).toBeNull();
    expect(log.asked.every(({ cosigned }) => cosigned)).toBe(true);
    nowMs = begin + 180_000;
    await turn();
    expect(await evidenceOf(requestId)).toEqual(evidence);
    expect(log.asked.at(-1)).toEqual({ count: 1, cosigned: false });
  });

  test("When a proof belongs to another certificate, then it is refused, and the other certificates get their evidence", async () => {
    const other = certifiedCall(deployment, freshRequestId());
    const [first, wrong, last] = [await issued(), await issued(other.evidence), await issued()];
    nowMs += 2_000;
    await turn();
    expect(await evidenceOf(first.requestId)).toEqual(first.evidence);
    expect(await evidenceOf(last.requestId)).toEqual(last.evidence);
    expect(await evidenceOf(wrong.requestId)).toBeNull();
    expect(outcomes.toSorted()).toEqual(["refused", "taken", "taken"]);
    expect(age).toBe(2);
  });

  describe("A certificate that an earlier version stored without its hash", () => {
    test("a certificate without a stored hash gets its evidence, even when another certificate cannot be read", async () => {
      const [good, bad] = [await issued(), await issued()];
      await stores.change("set certificate_sha256 = null");
      await stores.change("set certificate = 'no box' where request_id = $1", bad.requestId);
      nowMs += 2_000;
      await turn();
      expect(await evidenceOf(good.requestId)).toEqual(good.evidence);
      expect((await stores.certificates.find(bad.requestId))?.evidence).toBeUndefined();
      expect(outcomes.toSorted()).toEqual(["refused", "taken"]);
    });

    test("a certificate without a stored hash does not accept the evidence of another certificate", async () => {
      const other = certifiedCall(deployment, freshRequestId());
      const { requestId } = await issued(other.evidence);
      await stores.change("set certificate_sha256 = null");
      nowMs += 2_000;
      await turn();
      expect(await evidenceOf(requestId)).toBeNull();
      expect(outcomes).toEqual(["refused"]);
    });
  });

  test("When the audit service does not respond, then evidence is requested again soon, and the age is reported", async () => {
    const { requestId, evidence } = await issued();
    log.state.isUp = false;
    nowMs += 3_000;
    await turn();
    expect(age).toBe(3);
    log.state.isUp = true;
    nowMs += 5_001;
    await turn();
    expect(await evidenceOf(requestId)).toEqual(evidence);
  });

  test("When many certificates wait, then evidence is requested in batches of 256", async () => {
    const requestIds = Array.from({ length: 300 }, () => freshRequestId());
    await Promise.all(requestIds.map((requestId) => stores.add(testEnded(requestId))));
    await stores.certificates.decide(requestIds.map((requestId) => issuedNow(requestId)));
    nowMs += 2_000;
    await turn();
    expect(log.asked.map(({ count }) => count)).toEqual([256, 44]);
  });
});
