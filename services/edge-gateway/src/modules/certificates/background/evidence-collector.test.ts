/** @slow signs certificates with all of their claims */

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { CertificateEvidence, IsolationCertificate } from "@veil/contracts/certificate";
import { sha256Hex } from "@veil/crypto";
import { silentLogger } from "@veil/service-kit/telemetry";
import { describeWithServer, until } from "@veil/testing";
import { createTestDeployment, testCertificate } from "@veil/testing/certificates";
import { loggedBytes } from "@veil/veil/verifier";
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
import { sealingUnder } from "../../../platform/sealed-record.ts";
import { createEvidenceCheck } from "../domain/certificate-checks.ts";
import {
  openCertificate,
  SEALED_CERTIFICATE,
  SEALED_EVIDENCE,
} from "../domain/stored-certificate.ts";
import type { LogProofs } from "../ports.ts";
import { createEvidenceCollector } from "./evidence-collector.ts";

const SEALING = sealingUnder(Buffer.alloc(32, 1));
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
    ...{
      evidence: stores.evidence,
      proofs: log.proofs,
      check,
      sealing: SEALING,
      log: silentLogger,
    },
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
 * Stores a batch with one certificate. The log proves its event with the right evidence, with
 * `proof`, or not at all.
 */
async function issued(proof?: CertificateEvidence | "none") {
  const requestId = freshRequestId();
  const { evidence, ...certificate } = certificateWithEvidence();
  const batch = { ...issuedNow(requestId), sha256: sha256Hex(loggedBytes(certificate)) };
  const { batchId, event } = batch;
  await stores.add(testEnded(requestId));
  await stores.certificates.issue(batch);
  if (proof !== "none") log.put(event.event_id, proof ?? evidence);
  return { requestId, batchId, eventId: event.event_id, evidence };
}

/** Makes a certificate whose signature differs from those of all others. */
function certificateWithEvidence() {
  const made = JSON.parse(
    Buffer.from(
      testCertificate(deployment, {
        signable: (own) => void Object.assign(own, { trace_sha256: sha256Hex(randomUUID()) }),
      }).certificate,
    ).toString(),
  ) as IsolationCertificate;
  const { evidence } = made;
  if (evidence === null) throw new Error("The certificate has no evidence");
  return { ...made, evidence };
}

async function evidenceOf({ requestId, batchId }: { requestId: string; batchId: string }) {
  const { issued: row } = (await stores.certificates.find(requestId)) ?? {};
  if (row === undefined) throw new Error("There is no certificate");
  return row.evidence === undefined ? null : SEALED_EVIDENCE.open(SEALING, batchId, row.evidence);
}

describeWithServer("postgres", "Evidence of certificates", () => {
  test("When the log contains the events, then all certificates get their evidence with one request", async () => {
    const calls = [await issued(), await issued(), await issued()];
    nowMs += 2_000;
    await turn();
    for (const call of calls) expect(await evidenceOf(call)).toEqual(call.evidence);
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
    const call = await issued("none");
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

    log.put(call.eventId, call.evidence);
    nowMs += 300_000;
    await turn();
    expect(await evidenceOf(call)).toEqual(call.evidence);
  });

  test("When witnesses do not cosign, then evidence without cosignatures is accepted after two minutes", async () => {
    const call = await issued();
    log.state.isCosigned = false;
    const begin = nowMs;
    for (const second of [2, 30, 60, 119]) {
      nowMs = begin + second * 1_000;
      await turn();
    }
    expect(await evidenceOf(call)).toBeNull();
    expect(log.asked.every(({ cosigned }) => cosigned)).toBe(true);
    nowMs = begin + 180_000;
    await turn();
    expect(await evidenceOf(call)).toEqual(call.evidence);
    expect(log.asked.at(-1)).toEqual({ count: 1, cosigned: false });
  });

  test("When a proof belongs to another certificate, then it is refused, and the other certificates get their evidence", async () => {
    const other = certificateWithEvidence();
    const [first, wrong, last] = [await issued(), await issued(other.evidence), await issued()];
    nowMs += 2_000;
    await turn();
    expect(await evidenceOf(first)).toEqual(first.evidence);
    expect(await evidenceOf(last)).toEqual(last.evidence);
    expect(await evidenceOf(wrong)).toBeNull();
    expect(outcomes.toSorted()).toEqual(["refused", "taken", "taken"]);
    expect(age).toBe(2);
  });

  test("A certificate of version 1 gets the evidence of the event that names it", async () => {
    const requestId = freshRequestId();
    const call = certifiedCall(deployment, requestId);
    const eventId = randomUUID();
    await stores.add(testEnded(requestId));
    const sealed = SEALED_CERTIFICATE.seal(SEALING, requestId, call.issued);
    await stores.change(
      `set record = null, certificate = $2, certificate_sha256 = $3, event_id = $4, decided_at = created_at
       where request_id = $1`,
      ...[requestId, sealed, sha256Hex(loggedBytes(call.issued)), eventId],
    );
    log.put(eventId, call.evidence);
    nowMs += 2_000;
    await turn();
    const { issued: row } = (await stores.certificates.find(requestId)) ?? {};
    if (row === undefined) throw new Error("There is no certificate");
    expect(openCertificate(SEALING, requestId, row).certificate.evidence).toEqual(call.evidence);
  });

  test("When the audit service does not respond, then evidence is requested again soon, and the age is reported", async () => {
    const call = await issued();
    log.state.isUp = false;
    nowMs += 3_000;
    await turn();
    expect(age).toBe(3);
    log.state.isUp = true;
    nowMs += 5_001;
    await turn();
    expect(await evidenceOf(call)).toEqual(call.evidence);
  });

  test("When many certificates wait, then evidence is requested in batches of 256", async () => {
    const batches = Array.from({ length: 300 }, () => issuedNow());
    await Promise.all(batches.map((batch) => stores.certificates.issue(batch)));
    nowMs += 2_000;
    await turn();
    expect(log.asked.map(({ count }) => count)).toEqual([256, 44]);
  });
});
