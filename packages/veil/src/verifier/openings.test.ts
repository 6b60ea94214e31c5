import { describe, expect, test } from "@jest/globals";
import type { CertificateOpenings, IsolationCertificate } from "@veil/contracts/certificate";
import { hmacSha256 } from "@veil/crypto";
import { hmacSha256Portable } from "@veil/crypto/portable";
import {
  createTestDeployment,
  TEST_CALL,
  testCertificate,
  testOpenings,
} from "@veil/testing/certificates";
import type { HmacSha256 } from "../claims/commitment.ts";
import { verifyOpenings } from "./openings.ts";

const deployment = createTestDeployment();
const { certificate } = testCertificate(deployment);
const { signable }: IsolationCertificate = JSON.parse(Buffer.from(certificate).toString());
const bytes = (text: string) => Buffer.from(text);
const opened = (openings: object = testOpenings(), hmac: HmacSha256 = hmacSha256) =>
  verifyOpenings(signable, bytes(JSON.stringify(openings)), hmac);
const refusal = expect.objectContaining({ name: "VerificationError", code: "wrong_opening" });

describe.each([
  ["node:crypto", hmacSha256],
  ["the portable library", hmacSha256Portable],
] as const)("verifyOpenings with %s", (_, hmac) => {
  test("verifyOpenings returns the committed answer", () => {
    expect(opened(testOpenings(), hmac).response).toBe(JSON.stringify([[TEST_CALL.response]]));
  });

  test("open returns exactly the components that committed to a raw text", () => {
    const [text] = TEST_CALL.texts;
    expect(opened(testOpenings(), hmac).open("context.0", bytes(text))).toEqual([
      { component: "edge-gateway", direction: "emitted", peer: "sanitiser" },
      { component: "sanitiser", direction: "received", peer: "edge-gateway" },
      { component: "sanitiser", direction: "emitted", peer: "presidio" },
    ]);
  });

  test("open shows that the worker received a sanitised text", () => {
    const [text] = TEST_CALL.sanitised;
    const found = opened(testOpenings(), hmac).open("context.0", bytes(text));
    expect(found).toContainEqual({
      ...{ component: "inference-worker", direction: "received", peer: "edge-gateway" },
    });
  });
});

test.each<[string, string, string]>([
  ["with one more byte", "context.0", `${TEST_CALL.texts[0]}\n`],
  ["of another item", "context.1", TEST_CALL.texts[0]],
  ["of an item that does not exist", "context.9", TEST_CALL.texts[0]],
])("open throws for a text %s", (_what, item, text) => {
  const { open } = opened();
  expect(() => open(item, bytes(text))).toThrow(refusal);
});

const seeds = (change: Partial<CertificateOpenings["seeds"]>) => {
  const openings = testOpenings();
  return { ...openings, seeds: { ...openings.seeds, ...change } };
};

test.each<[string, object]>([
  ["of another request", { ...testOpenings(), request_id: "req_2" }],
  ["with another answer", { ...testOpenings(), response: '[["Dear Mallory"]]' }],
  ["without the answer", { ...testOpenings(), response: null }],
  ["with another seed of the answer", seeds({ response: "ab".repeat(32) })],
  ["with an additional member", { ...testOpenings(), more: 1 }],
  ["that are an empty object", {}],
])("verifyOpenings throws for openings %s", (_what, openings) => {
  expect(() => opened(openings)).toThrow(refusal);
});

test("verifyOpenings throws for openings that are not strict JSON", () => {
  const twice = JSON.stringify(testOpenings()).replace("{", '{"request_id":"req_1",');
  for (const text of ["", "{", twice])
    expect(() => verifyOpenings(signable, bytes(text), hmacSha256)).toThrow(refusal);
});
