import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { createPrincipals } from "../test/key-fixture.ts";
import { refusal } from "../test/refusal.ts";
import { createCredentialOpener, createCredentialSealer } from "./sealed-credential.ts";
import type { VerificationCode } from "./verification-error.ts";

const { worker, audit, trust } = createPrincipals();
const options = { from: "edge-gateway", to: "inference-worker", trust } as const;
const binding = { leg: "jrq_1", provider: "openai" };

test("a sealed credential opens at its receiver with the same leg and provider", () => {
  const seal = createCredentialSealer(options);
  const open = createCredentialOpener({ as: worker, from: "edge-gateway" });
  fc.assert(
    fc.property(fc.string({ unit: "grapheme-ascii" }), fc.string(), (secret, leg) => {
      const sealed = JSON.parse(JSON.stringify(seal(secret, { leg, provider: "openai" })));
      expect(open(sealed, { leg, provider: "openai" })).toBe(secret);
    }),
    { numRuns: 30 },
  );
});

test("credentials sealed within a minute share a key agreement and have increasing numbers; later ones use a new key agreement", () => {
  let nowMs = 0;
  const seal = createCredentialSealer({ ...options, nowMs: () => nowMs });

  const [first, second] = [seal("a", binding), seal("a", binding)];
  nowMs = 60_000;
  const later = seal("a", binding);

  expect([first.sequence, second.sequence, later.sequence]).toEqual([0, 1, 0]);
  expect(second.enc).toBe(first.enc);
  expect(second.box).not.toBe(first.box);
  expect(later.enc).not.toBe(first.enc);
});

describe("Sealed credentials that do not open", () => {
  const seal = createCredentialSealer(options);
  const open = createCredentialOpener({ as: worker, from: "edge-gateway" });
  const sealed = seal("sk-secret", binding);
  const other = createCredentialSealer(options)("sk-other", binding);

  test.each<[string, () => unknown, VerificationCode]>([
    ["another leg", () => open(sealed, { ...binding, leg: "jrq_2" }), "decryption_failed"],
    ["another provider", () => open(sealed, { ...binding, provider: "x" }), "decryption_failed"],
    ["another number", () => open({ ...sealed, sequence: 9 }, binding), "decryption_failed"],
    ["another context", () => open({ ...sealed, enc: other.enc }, binding), "decryption_failed"],
    ["no encapsulated key", () => open({ ...sealed, enc: "?" }, binding), "malformed"],
    ["too short a key", () => open({ ...sealed, enc: "AAAA" }, binding), "malformed"],
    ["too short a box", () => open({ ...sealed, box: "" }, binding), "malformed"],
    [
      "another sender",
      () => createCredentialOpener({ as: worker, from: "bridge" })(sealed, binding),
      "decryption_failed",
    ],
    [
      "another receiver",
      () => createCredentialOpener({ as: audit, from: "edge-gateway" })(sealed, binding),
      "unknown_key",
    ],
  ])("a credential does not open with %s", (_what, opening, code) =>
    expect(opening).toThrow(refusal(code)),
  );
});
