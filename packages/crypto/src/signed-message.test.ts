import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { createPrincipals } from "../test/key-fixture.ts";
import { refusal } from "../test/refusal.ts";
import { type SignedMessage, signMessage, verifyMessage } from "./signed-message.ts";
import type { VerificationCode } from "./verification-error.ts";

const { gateway, worker, trust } = createPrincipals();
const route = { from: "edge-gateway", to: "audit", trust } as const;

test("verifyMessage returns the body of a signed message after it was serialized as JSON", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (body) => {
      const message = signMessage(body, gateway.signer, "audit");
      expect(verifyMessage(JSON.parse(JSON.stringify(message)) as SignedMessage, route)).toBe(body);
    }),
    { numRuns: 30 },
  );
});

test.each<[keyof SignedMessage, unknown, VerificationCode]>([
  ["sender", "inference-worker", "wrong_sender"],
  ["receiver", "bridge", "wrong_receiver"],
  ["signing_key_id", "inference-worker-message", "unknown_key"],
  ["signing_key_id", "edge-gateway-message\n", "unknown_key"],
  ["body", "other", "bad_signature"],
  ["body", ["body"], "malformed"],
  ["signature", "AAAA", "bad_signature"],
  ["signature", undefined, "malformed"],
  ["signing_key_id", undefined, "malformed"],
])("verifyMessage refuses a message with %s changed to %p", (field, value, code) => {
  const message = { ...signMessage("body", gateway.signer, "audit"), [field]: value };
  expect(() => verifyMessage(message as SignedMessage, route)).toThrow(refusal(code));
});

test("verifyMessage refuses a message that another service signed in the sender's name", () => {
  const forged = signMessage("body", { ...worker.signer, service: "edge-gateway" }, "audit");
  expect(() => verifyMessage(forged, route)).toThrow(refusal("unknown_key"));
});
