/** @slow tweetnacl takes milliseconds for each of some thousand signatures */
import { describe, expect, test } from "@jest/globals";
import {
  BAD_CERTIFICATES,
  type Changes,
  createTestDeployment,
  GOOD_CERTIFICATES,
  TEST_TIMES,
  testCertificate,
} from "@veil/testing/certificates";
import { createNodeCrypto } from "../node-crypto.ts";
import { parsePin, parseVkey, portableCrypto, verifyCertificate } from "./index.ts";
import { createSteps, type StepName, VERIFICATION_STEPS } from "./steps.ts";
import { verifyCertificateSteps } from "./verify-certificate.ts";

const deployment = createTestDeployment();
const pins = [parsePin(deployment.pins.witness)];
const witnesses = [parseVkey(deployment.witnessKey)];
const trust = { pins, witnesses, crypto: createNodeCrypto() };
const implementations = [
  ["node:crypto", trust],
  ["the portable libraries", { ...trust, crypto: portableCrypto }],
] as const;
const file = (changes: Changes) => testCertificate(deployment, changes);

describe.each(implementations)("With %s", (_, own) => {
  test.each(GOOD_CERTIFICATES)("A certificate %s verifies", (_name, changes) => {
    const verified = verifyCertificate(file(changes), own);
    expect(verified.passed).toEqual(Object.keys(VERIFICATION_STEPS));
    expect(verified.judgedAt).toEqual({ time: TEST_TIMES.witnessed, by: "witnesses" });
  });

  test.each(BAD_CERTIFICATES)("%s is refused: %s", (_name, code, changes) => {
    expect(() => verifyCertificate(file(changes), own)).toThrow(
      expect.objectContaining({ name: "VerificationError", code }),
    );
  });
});

test.each(Object.keys(VERIFICATION_STEPS) as StepName[])(
  "Without the step %s, a bad certificate passes",
  (name) => {
    const { code } = VERIFICATION_STEPS[name];
    const own = BAD_CERTIFICATES.filter(([, expected]) => expected === code);
    const passed = own.filter(([, , changes]) => passes(changes, name));
    expect(passed.length).toBeGreaterThan(0);
  },
);

function passes(changes: Changes, without: StepName): boolean {
  try {
    verifyCertificateSteps(file(changes), trust, createSteps(without));
    return true;
  } catch {
    return false;
  }
}

test("No two defects have one name", () => {
  const names = BAD_CERTIFICATES.map(([name]) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(80);
});

test("Without a pinned witness, keys are judged by the time that the issuer states", () => {
  const { judgedAt } = verifyCertificate(file({}), { ...trust, witnesses: [] });
  expect(judgedAt).toEqual({ time: TEST_TIMES.issue, by: "issuer" });
});
