import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { createParties } from "../test/key-fixture.ts";
import { type SignedMessage, signMessage, verifyMessage } from "./signed-message.ts";

const { gateway, worker, trust } = createParties();
const route = { from: "edge-gateway", to: "audit", trust } as const;

test("What is signed is read back as it was written", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (body) => {
      const message = signMessage(body, gateway.signer, "audit");
      expect(verifyMessage(JSON.parse(JSON.stringify(message)) as SignedMessage, route)).toBe(body);
    }),
    { numRuns: 30 },
  );
});

test.each<[keyof SignedMessage, unknown, RegExp]>([
  ["sender", "inference-worker", /wrong sender/],
  ["receiver", "bridge", /wrong receiver/],
  ["signing_key_id", "inference-worker-message", /Unknown key/],
  ["signing_key_id", "edge-gateway-message\n", /Unknown key/],
  ["body", "other", /bad signature/],
  ["body", ["body"], /not text/],
  ["signature", "AAAA", /bad signature/],
])("When %s becomes %p, then the message is refused", (field, value, problem) => {
  const message = { ...signMessage("body", gateway.signer, "audit"), [field]: value };
  expect(() => verifyMessage(message as SignedMessage, route)).toThrow(problem);
});

test("Another service's key cannot speak in the sender's name", () => {
  const forged = signMessage("body", { ...worker.signer, service: "edge-gateway" }, "audit");
  expect(() => verifyMessage(forged, route)).toThrow(/Unknown key/);
});
