import { describe, expect, test } from "@jest/globals";
import { createTestTrust } from "@veil/testing";
import { TEST_CALL, TEST_JOB } from "@veil/testing/certificates";
import { API_KEY, createClaimedCall } from "../../../../test/support/claimed-call.ts";
import { openOpeningsKey, SEALED_DRAFT } from "./certificate-draft.ts";

const KEY = Buffer.alloc(32, 1);
const REQUEST = `req_${"1".repeat(32)}`;
const NOT_OPENED = expect.objectContaining({ code: "decryption_failed" });
const call = createClaimedCall(createTestTrust(), Date.now);
const draft = call.draft(REQUEST);

describe("The draft of a certificate", () => {
  test("opens only for its call, under the gateway's key", () => {
    const box = SEALED_DRAFT.seal(KEY, draft.request_id, draft);
    expect(SEALED_DRAFT.open(KEY, REQUEST, box)).toEqual(draft);
    expect(() => SEALED_DRAFT.open(KEY, "req_2", box)).toThrow(NOT_OPENED);
    expect(() => SEALED_DRAFT.open(Buffer.alloc(32, 2), REQUEST, box)).toThrow(NOT_OPENED);
    expect(box.toString("latin1")).not.toContain(TEST_CALL.customerId);
  });

  test("holds the key of the openings only under the API key of the call", () => {
    const box = Buffer.from(draft.openings_key_box, "base64");
    expect(openOpeningsKey(API_KEY, REQUEST, box)?.toString("hex")).toBe(draft.openings_key);
    expect(openOpeningsKey("svc_another", REQUEST, box)).toBeUndefined();
    expect(openOpeningsKey(API_KEY, "req_2", box)).toBeUndefined();
    expect(() => openOpeningsKey(API_KEY, REQUEST, Buffer.alloc(3))).toThrow();
  });

  test("draws a new key for each call", () => {
    expect(call.draft(REQUEST).openings_key).not.toBe(draft.openings_key);
  });

  test("has the gateway's items for each edge until the job is sent", () => {
    const edges = (items: typeof draft.emitted) => [...new Set(items.map(({ peer }) => peer))];
    expect(edges(draft.emitted)).toEqual(["bridge", "sanitiser", "inference-worker"]);
    expect(edges(draft.received)).toEqual(["bridge", "sanitiser"]);
  });

  test("cannot be made for a job that requests no claim from the worker", () => {
    const { claim: _, ...job } = TEST_JOB;
    expect(() => call.draft(REQUEST, job)).toThrow(TypeError);
  });
});
