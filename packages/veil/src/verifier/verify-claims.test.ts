import { describe, expect, test } from "@jest/globals";
import type { ClaimItem } from "@veil/contracts/claims";
import { parseTrustBundle, publicKeyBytes, type VerificationCode } from "@veil/crypto";
import {
  createTestDeployment,
  signTestClaims,
  TEST_TIMES,
  type TestClaims,
  testClaims,
  testOrder,
  testSeed,
} from "@veil/testing/certificates";
import { claimItem } from "../claims/index.ts";
import { createNodeCrypto } from "../node-crypto.ts";
import { rememberSignatures } from "../remember-signatures.ts";
import { verifyClaims } from "./verify-claims.ts";

const deployment = createTestDeployment();
const trust = parseTrustBundle(JSON.stringify(deployment.keySet.trust));
const options = {
  crypto: createNodeCrypto(),
  claimKey: (component: Parameters<typeof trust.verifyKey>[0], keyId: string) =>
    publicKeyBytes(trust.verifyKey(component, "claim", keyId)),
  issuedAt: TEST_TIMES.issue,
};
const order = testOrder(deployment);
const refusal = (code: VerificationCode) =>
  expect.objectContaining({ name: "VerificationError", code });

test("verifyClaims returns the claims of an honest call", () => {
  const { gateway, worker } = verifyClaims(order, options);
  expect([gateway.leg_id, worker?.leg_id]).toEqual(["req_1", "jrq_1"]);
});

test("with rememberSignatures, a known batch is not verified again, but a changed batch is", () => {
  let verifications = 0;
  const crypto = rememberSignatures({
    ...options.crypto,
    verifyEd25519(...given) {
      verifications++;
      return options.crypto.verifyEd25519(...given);
    },
  });
  for (let round = 0; round < 2; round++) verifyClaims(order, { ...options, crypto });
  expect(verifications).toBe(4);
  const [first] = order.claims;
  if (first === undefined) throw new Error("There is no claim");
  const changed = { ...first, batch: { ...first.batch, signature: "00".repeat(64) } };
  const claims = [changed, ...order.claims.slice(1)];
  for (let round = 0; round < 2; round++)
    expect(() => verifyClaims({ ...order, claims }, { ...options, crypto })).toThrow(
      refusal("bad_claim_signature"),
    );
});

describe("Claims that verifyClaims refuses", () => {
  const smuggled: ClaimItem = {
    ...{ item: "customer_id", class: "identity", peer: "edge-gateway" },
    ...{ commitment: "ab".repeat(32), bytes: 5 },
  };
  test.each<[string, (claims: TestClaims) => void, VerificationCode]>([
    ["an identity at the worker", (c) => c.worker.received.push(smuggled), "foreign_class"],
    [
      "a leg that has the request's id",
      (c) => Object.assign(c.worker, { leg_id: "req_1" }),
      "joined_legs",
    ],
    [
      "a changed text",
      ({ worker }) => Object.assign(worker.received.at(-2) ?? {}, { commitment: "00".repeat(32) }),
      "edge_mismatch",
    ],
    [
      "a claim from the future",
      (c) => Object.assign(c.bridge, { at: "2027-01-01T00:00:00Z" }),
      "wrong_time",
    ],
  ])("verifyClaims throws for %s", (_what, change, code) => {
    const claims = testClaims();
    change(claims);
    const signed = { ...order, claims: signTestClaims(deployment, Object.values(claims)) };
    expect(() => verifyClaims(signed, options)).toThrow(refusal(code));
  });

  test("verifyClaims throws for a completed call without the worker's claim, and accepts a failed one", () => {
    const { worker: _, gateway, ...others } = testClaims();
    const early = {
      ...gateway,
      received: gateway.received.filter(({ peer }) => peer !== "inference-worker"),
      emitted: gateway.emitted.filter(({ peer }) => peer !== "customer"),
    };
    const claims = signTestClaims(deployment, [early, ...Object.values(others)]);
    expect(() => verifyClaims({ ...order, claims }, options)).toThrow(refusal("wrong_components"));
    const failed = verifyClaims({ ...order, claims, status: "failed" }, options);
    expect(failed.worker).toBeUndefined();
  });
});

test("verifyClaims throws when any claim is missing or belongs to another call", () => {
  const other = testClaims();
  for (const claim of Object.values(other)) Object.assign(claim, { leg_id: `${claim.leg_id}_2` });
  const foreign = claimItem(
    { item: "customer_id", class: "identity", value: "cus_2" },
    { seed: testSeed("another call"), peer: "edge-gateway" },
  );
  other.bridge.received.splice(0, 1, foreign);
  for (const items of [other.sanitiser.received, other.worker.emitted])
    items.splice(
      0,
      items.length,
      ...items.map((item) => ({ ...item, commitment: "ab".repeat(32) })),
    );
  const names = ["gateway", "bridge", "sanitiser", "worker"] as const;
  for (const name of names) {
    const claims = testClaims();
    const kept = names.filter((own) => own !== name).map((own) => claims[own]);
    const dropped = signTestClaims(deployment, kept);
    expect(() => verifyClaims({ ...order, claims: dropped }, options)).toThrow(
      refusal("wrong_components"),
    );
    const exchanged = signTestClaims(deployment, [...kept, other[name]]);
    expect(() => verifyClaims({ ...order, claims: exchanged }, options)).toThrow(
      refusal(name === "gateway" ? "joined_legs" : "edge_mismatch"),
    );
  }
});
