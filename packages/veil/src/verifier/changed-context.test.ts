/** @slow signs about a hundred changed calls as four components */
import { describe, expect, test } from "@jest/globals";
import type { ClaimItem } from "@veil/contracts/claims";
import { parseTrustBundle, publicKeyBytes, type VerificationCode } from "@veil/crypto";
import {
  createTestDeployment,
  signTestClaims,
  TEST_CALL,
  TEST_TIMES,
  type TestClaims,
  testClaims,
  testOrder,
  testSeed,
} from "@veil/testing/certificates";
import fc from "fast-check";
import { claimItem } from "../claims/index.ts";
import { createNodeCrypto } from "../node-crypto.ts";
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

describe("Claims in which one byte of the sanitised context was changed", () => {
  type Lie = (claims: TestClaims, changed: (item: ClaimItem) => ClaimItem) => void;
  const at = (items: ClaimItem[], changed: (item: ClaimItem) => ClaimItem) =>
    items.splice(0, items.length, ...items.map(changed));

  test.each<[string, Lie, VerificationCode]>([
    [
      "between sanitiser and gateway",
      ({ gateway }, changed) => at(gateway.received, changed),
      "edge_mismatch",
    ],
    [
      "between gateway and worker",
      ({ worker }, changed) => at(worker.received, changed),
      "edge_mismatch",
    ],
    [
      "in a job whose gateway claims the same changed byte",
      ({ gateway, worker }, changed) => {
        at(gateway.emitted, changed);
        at(worker.received, changed);
      },
      "context_mismatch",
    ],
  ])("the signer refuses claims with a changed byte %s", (_where, lie, code) => {
    const field = fc.nat({ max: TEST_CALL.sanitised.length - 1 });
    fc.assert(
      fc.property(field, fc.nat(), fc.integer({ min: 1, max: 127 }), (position, place, mask) => {
        const bytes = Buffer.from(TEST_CALL.sanitised[position] ?? "");
        const index = place % bytes.length;
        bytes[index] = (bytes[index] ?? 0) ^ mask;
        const claims = testClaims();
        lie(claims, (item) =>
          item.item === `context.${position}` && item.class === "sanitised_context"
            ? claimItem(
                { item: item.item, class: item.class, value: bytes.toString() },
                { seed: testSeed("sanitised_context"), peer: item.peer },
              )
            : item,
        );
        const signed = { ...order, claims: signTestClaims(deployment, Object.values(claims)) };
        expect(() => verifyClaims(signed, options)).toThrow(refusal(code));
      }),
    );
  });
});
