import { describe, expect, test } from "@jest/globals";
import { createTestTrust } from "@veil/testing";
import { TEST_CALL, TEST_JOB } from "@veil/testing/certificates";
import { API_KEY, createClaimedCall } from "../../../../test/support/claimed-call.ts";
import { sealingUnder } from "../../../platform/sealed-record.ts";
import { createSealedDrafts, openOpeningsKey, SEALED_DRAFT } from "./certificate-draft.ts";

const SEALING = sealingUnder(Buffer.alloc(32, 1));
const REQUEST = `req_${"1".repeat(32)}`;
const NOT_OPENED = expect.objectContaining({ code: "decryption_failed" });
const call = createClaimedCall(createTestTrust(), Date.now);
const draft = call.draft(REQUEST);

describe("A certificate draft", () => {
  test("a sealed draft opens only for its call and with the gateway's key", () => {
    const box = SEALED_DRAFT.seal(SEALING, draft.request_id, draft);
    expect(SEALED_DRAFT.open(SEALING, REQUEST, box)).toEqual(draft);
    expect(() => SEALED_DRAFT.open(SEALING, "req_2", box)).toThrow(NOT_OPENED);
    expect(() => SEALED_DRAFT.open(sealingUnder(Buffer.alloc(32, 2)), REQUEST, box)).toThrow(
      NOT_OPENED,
    );
    expect(box.toString("latin1")).not.toContain(TEST_CALL.customerId);
  });

  test("the boxed key of the openings opens only with the API key of the call", () => {
    const box = Buffer.from(draft.openings_key_box, "base64");
    expect(openOpeningsKey(API_KEY, REQUEST, box)?.toString("hex")).toBe(draft.openings_key);
    expect(openOpeningsKey("svc_another", REQUEST, box)).toBeUndefined();
    expect(openOpeningsKey(API_KEY, "req_2", box)).toBeUndefined();
    expect(() => openOpeningsKey(API_KEY, REQUEST, Buffer.alloc(3))).toThrow();
  });

  test("each call has a new key for its openings", () => {
    expect(call.draft(REQUEST).openings_key).not.toBe(draft.openings_key);
  });

  test("a draft contains the gateway's items for each edge up to the sent job", () => {
    const edges = (items: typeof draft.emitted) => [...new Set(items.map(({ peer }) => peer))];
    expect(edges(draft.emitted)).toEqual(["bridge", "sanitiser", "inference-worker"]);
    expect(edges(draft.received)).toEqual(["bridge", "sanitiser"]);
  });

  test("draftCertificate throws for a job that requests no claim from the worker", () => {
    const { claim: _, ...job } = TEST_JOB;
    expect(() => call.draft(REQUEST, job)).toThrow(TypeError);
  });
});

const drafts = createSealedDrafts(SEALING);

test("A draft can be opened both from the box that sealing returned and from a copy of that box", () => {
  const box = drafts.seal(draft);
  expect(drafts.open(REQUEST, box)).toEqual(draft);
  expect(drafts.open(REQUEST, Buffer.from(box))).toEqual(draft);
  expect(createSealedDrafts(sealingUnder(Buffer.alloc(32, 1))).open(REQUEST, box)).toEqual(draft);
});

test("A box does not open for another request or with another key, not even in the process that sealed it", () => {
  const box = drafts.seal(draft);
  const refusal = expect.objectContaining({ code: "decryption_failed" });
  expect(() => drafts.open("req_2", box)).toThrow(refusal);
  expect(() => createSealedDrafts(sealingUnder(Buffer.alloc(32, 2))).open(REQUEST, box)).toThrow(
    refusal,
  );
});
