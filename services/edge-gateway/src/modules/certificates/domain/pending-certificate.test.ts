import { describe, expect, test } from "@jest/globals";
import type { ComplianceTrace } from "@veil/contracts/public/proxy";
import { systemRandomBytes } from "@veil/crypto";
import { createTestTrust } from "@veil/testing";
import { TEST_CALL, testSeed } from "@veil/testing/certificates";
import { claimItem } from "@veil/veil/claims";
import {
  API_KEY,
  createClaimedCall,
  OWNER,
  UNVERIFIED,
} from "../../../../test/support/claimed-call.ts";
import { verifyPending } from "../../../../test/support/verify-pending.ts";
import { sealingUnder } from "../../../platform/sealed-record.ts";
import type { CustomerId } from "../../accounts/index.ts";
import type { CertificateRow } from "../ports.ts";
import { SEALED_DRAFT } from "./certificate-draft.ts";
import { type EndedCall, endCertificate, SEALED_RECORD } from "./pending-certificate.ts";
import { readOpenings } from "./read-certificate.ts";

const SEALING = sealingUnder(Buffer.alloc(32, 1));
const REQUEST = `req_${"1".repeat(32)}`;
const testTrust = createTestTrust();
const nowMs = () => Date.parse("2026-01-02T12:00:00Z");
const call = createClaimedCall(testTrust, nowMs);
const draft = call.draft(REQUEST);
const OUTPUT = "what the model wrote";
const TRACE = { job_id: "job_1" } as ComplianceTrace;

const completed: EndedCall = {
  ...{ status: "completed", worker: call.worker(REQUEST, OUTPUT), output: OUTPUT },
  ...{ response: TEST_CALL.response, trace: TRACE, dlpRedacted: false, attempts: 1 },
  isolation: UNVERIFIED,
};

function ended(change: Partial<EndedCall> = {}) {
  return endCertificate(
    { sealing: SEALING, maker: call.maker, release: null, random: systemRandomBytes },
    draft,
    {
      ...completed,
      ...change,
    },
  );
}

async function verified(change: Partial<EndedCall> = {}) {
  return (
    await verifyPending(testTrust, SEALED_RECORD.open(SEALING, REQUEST, ended(change).record))
  ).claims;
}

describe("The record of an ended call", () => {
  test("a record contains the claims of all components and passes the signer's checks", async () => {
    const { gateway, worker } = await verified();
    expect(worker).toBeDefined();
    expect(gateway.leg_id).toBe(REQUEST);
  });

  test("a call that failed before the worker responded passes the signer's checks", async () => {
    const change = { status: "failed", worker: undefined, output: undefined } as const;
    const { gateway, worker } = await verified({ ...change, response: undefined });
    expect(worker).toBeUndefined();
    expect(gateway.emitted.map(({ peer }) => peer)).not.toContain("customer");
  });

  test("a call fails the signer's checks when the worker's output differs from what the gateway received", async () => {
    await expect(verified({ output: "another" })).rejects.toMatchObject({ code: "edge_mismatch" });
  });

  test("a record contains the facts and the owner of the call", () => {
    const { owner, facts } = SEALED_RECORD.open(SEALING, REQUEST, ended({ attempts: 3 }).record);
    expect(owner).toEqual(OWNER);
    expect(facts).toMatchObject({
      ...{ request_id: REQUEST, status: "completed", attempts: 3, redaction_count: 2 },
      ...{ sanitizer_layers: ["L1"], dlp_redacted: false, release: null },
      isolation: { a_to_b: "unverified", probed_at: null, reports: [] },
    });
  });

  test("a record contains the hash of the trace, which differs for another trace", () => {
    const hashOf = (trace: ComplianceTrace) =>
      SEALED_RECORD.open(SEALING, REQUEST, ended({ trace }).record).facts.trace_sha256;
    expect(hashOf(TRACE)).toBe(hashOf({ ...TRACE }));
    expect(hashOf({ ...TRACE, job_id: "job_2" })).not.toBe(hashOf(TRACE));
  });

  test("the stored boxes of an ended call contain no values in clear text", () => {
    const { record, openings, openingsKeyBox } = ended();
    const bytes = Buffer.concat([record, openings, openingsKeyBox]).toString("latin1");
    for (const value of [...TEST_CALL.texts, TEST_CALL.response, TEST_CALL.customerId, REQUEST])
      expect(bytes).not.toContain(value);
  });

  test.each<[string, () => unknown]>([
    [
      "with another key",
      () => SEALED_RECORD.open(sealingUnder(Buffer.alloc(32, 2)), REQUEST, ended().record),
    ],
    [
      "for another call",
      () => SEALED_RECORD.open(SEALING, `req_${"2".repeat(32)}`, ended().record),
    ],
    [
      "from the box of its draft",
      () =>
        SEALED_RECORD.open(SEALING, REQUEST, SEALED_DRAFT.seal(SEALING, draft.request_id, draft)),
    ],
    ["from the box of its openings", () => SEALED_RECORD.open(SEALING, REQUEST, ended().openings)],
  ])("a record does not open %s", (_what, open) => {
    expect(open).toThrow(expect.objectContaining({ code: "decryption_failed" }));
  });
});

describe("The openings of a certificate", () => {
  const stored = (change: Partial<EndedCall> = {}) => {
    const { openings, openingsKeyBox } = ended(change);
    const row: CertificateRow = {
      ...{ customerId, isRefused: false, issued: undefined },
      ...{ openings, openingsKeyBox },
    };
    return { certificates: { find: async () => row } };
  };
  const customerId = "cus_1" as CustomerId;
  const caller = { customerId, apiKey: API_KEY };

  test("the API key of the call opens the openings, with which the commitments can be checked", async () => {
    const { seeds, response } = await readOpenings(stored(), REQUEST, caller);
    expect(response).toBe(TEST_CALL.response);
    const seed = Buffer.from(seeds.response, "hex");
    const value = { item: "response", class: "response", value: response ?? "" } as const;
    const { gateway } = await verified();
    expect(gateway.emitted).toContainEqual(claimItem(value, { seed, peer: "customer" }));
    expect(seeds.output).toBe(testSeed("output").toString("hex"));
  });

  test("the openings of a call without an answer contain neither a response nor the output seed", async () => {
    const change = { worker: undefined, response: undefined };
    const { seeds, response } = await readOpenings(stored(change), REQUEST, caller);
    expect([seeds.output, response]).toEqual([null, null]);
  });

  test("another API key of the customer does not find the openings, and the hint gives the reason", async () => {
    const other = { ...caller, apiKey: "svc_another" };
    await expect(readOpenings(stored(), REQUEST, other)).rejects.toMatchObject({
      code: "certificate_not_found",
      options: { hint: expect.stringContaining("only with the API key that sent the request") },
    });
  });
});
