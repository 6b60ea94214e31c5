/** @slow makes and signs the claims of some calls */

import { expect, test } from "@jest/globals";
import type { ComplianceTrace } from "@veil/contracts/public/proxy";
import { systemRandomBytes } from "@veil/crypto";
import { createTestTrust } from "@veil/testing";
import { freshRequestId } from "../../../../test/support/certificate-boxes.ts";
import { createClaimedCall, UNVERIFIED } from "../../../../test/support/claimed-call.ts";
import {
  createSigningComponents,
  createTestSigner,
} from "../../../../test/support/signing-components.ts";
import { sealingUnder } from "../../../platform/sealed-record.ts";
import { endCertificate } from "../domain/pending-certificate.ts";
import type { CertificateStore } from "../ports.ts";
import { certifyCalls } from "./certify-calls.ts";

const SEALING = sealingUnder(Buffer.alloc(32, 1));
const NOW_MS = Date.parse("2026-01-02T12:00:00Z");
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const trust = createTestTrust();

/** Returns a call whose claims are dated `aheadMs` after now. */
function callDated(aheadMs: number) {
  const requestId = freshRequestId();
  const call = createClaimedCall(trust, () => NOW_MS + aheadMs);
  const { opened } = endCertificate(
    { sealing: SEALING, maker: call.maker, release: null, random: systemRandomBytes },
    call.draft(requestId),
    {
      ...{ status: "completed", worker: call.worker(requestId, "text"), output: "text" },
      ...{ response: "an answer", trace: {} as ComplianceTrace, dlpRedacted: false, attempts: 1 },
      isolation: UNVERIFIED,
    },
  );
  if (opened === undefined) throw new Error("There is no record");
  return { requestId, record: opened };
}

/** Certifies calls of which the signer refuses the first, and returns what happened to each. */
async function outcomesOf(code: string, calls: readonly ReturnType<typeof callDated>[]) {
  const signer = createTestSigner();
  const [first] = calls;
  if (first !== undefined) signer.refused.set(first.requestId, code);
  const outcomes = new Map<string, unknown>();
  const certificates: Pick<CertificateStore, "issue" | "refuse" | "release"> = {
    issue: async (batch) =>
      batch.calls.forEach(({ requestId }) => void outcomes.set(requestId, "issued")),
    refuse: async (rows) =>
      rows.forEach(({ requestId, refused }) => void outcomes.set(requestId, refused)),
    release: async (requestIds, delayMs) =>
      requestIds.forEach((requestId) => void outcomes.set(requestId, delayMs)),
  };
  await certifyCalls(
    {
      certificates: certificates as CertificateStore,
      components: createSigningComponents(trust, () => NOW_MS).ports,
      ...{ signer: signer.signing, sealing: SEALING, nowMs: () => NOW_MS },
      ...{ onDecided: () => {}, onEvents: () => {} },
    },
    calls,
  );
  return calls.map(({ requestId }) => outcomes.get(requestId));
}

test.each([
  ["now, because the signer's clock is behind", 0, 60_000],
  ["an hour ago, because the signer's clock is further behind", -HOUR_MS, 60_000],
  ["in an hour, because a component's clock is ahead", HOUR_MS, HOUR_MS],
  ["in a day", DAY_MS, DAY_MS],
])(
  "When the signer refuses claims for their time that are dated %s, then their call is sent again when that time has come, and other calls are certified",
  async (_what, aheadMs, delayMs) => {
    const calls = [callDated(aheadMs), callDated(0)];
    expect(await outcomesOf("wrong_time", calls)).toEqual([delayMs, "issued"]);
  },
);

test.each([
  ["more than a day ahead", DAY_MS + 1_000],
  ["more than a day old", -DAY_MS - 1_000],
])(
  "When the signer refuses claims for their time that are %s, then that is final",
  async (_what, aheadMs) => {
    expect(await outcomesOf("wrong_time", [callDated(aheadMs)])).toEqual(["wrong_time"]);
  },
);

test("When the signer refuses claims for another reason, then that is final", async () => {
  expect(await outcomesOf("edge_mismatch", [callDated(HOUR_MS)])).toEqual(["edge_mismatch"]);
});
