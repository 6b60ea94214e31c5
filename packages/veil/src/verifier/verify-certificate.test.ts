/** @slow verifies about 100 files in several ways; tweetnacl takes milliseconds per signature */
import { describe, expect, test } from "@jest/globals";
import {
  BAD_CERTIFICATES,
  type Changes,
  createTestDeployment,
  GOOD_CERTIFICATES,
  TEST_TIMES,
  testCertificate,
} from "@veil/testing/certificates";
import { answeredCrypto, portableAnswers, recordAnswers } from "../../test/portable-answers.ts";
import { createNodeCrypto } from "../node-crypto.ts";
import {
  type CertificateFiles,
  parsePin,
  parseVkey,
  portableCrypto,
  type VerifierCrypto,
  verifyCertificate,
} from "./index.ts";
import { createSteps, type StepName, VERIFICATION_STEPS } from "./steps.ts";
import { verifyCertificateSteps } from "./verify-certificate.ts";

const deployment = createTestDeployment();
const trust = {
  pins: [parsePin(deployment.pins.witness)],
  witnesses: [parseVkey(deployment.witnessKey)],
};
const files = new Map<Changes, CertificateFiles>();
const node = recordAnswers(createNodeCrypto());
for (const [, changes] of GOOD_CERTIFICATES) passes(changes, node.crypto);
for (const [, , changes] of BAD_CERTIFICATES) passes(changes, node.crypto);
const portable = portableAnswers(node.answers.keys());

const implementations = [
  ["node:crypto", node.crypto],
  ["the portable libraries", answeredCrypto(portableCrypto, portable)],
] as const;

test("both implementations of Ed25519 return the same result for every signature in the files", () => {
  expect(new Set(portable.values())).toEqual(new Set(["valid", "invalid"]));
  expect(portable).toEqual(node.answers);
});

describe.each(implementations)("verifyCertificate with %s", (_, crypto) => {
  test.each(GOOD_CERTIFICATES)("a certificate %s is valid", (_name, changes) => {
    const verified = verifyCertificate(file(changes), { ...trust, crypto });
    expect(verified.passed).toEqual(Object.keys(VERIFICATION_STEPS));
    expect(verified.judgedAt).toEqual({ time: TEST_TIMES.witnessed, by: "witnesses" });
  });

  test.each(BAD_CERTIFICATES)(
    "the bad certificate '%s' is refused with the code %s",
    (_name, code, changes) => {
      expect(() => verifyCertificate(file(changes), { ...trust, crypto })).toThrow(
        expect.objectContaining({ name: "VerificationError", code }),
      );
    },
  );
});

test.each(Object.keys(VERIFICATION_STEPS) as StepName[])(
  "without the step %s, some bad certificate is accepted",
  (name) => {
    const { code } = VERIFICATION_STEPS[name];
    const own = BAD_CERTIFICATES.filter(([, expected]) => expected === code);
    const passed = own.filter(([, , changes]) => passes(changes, node.crypto, name));
    expect(passed.length).toBeGreaterThan(0);
  },
);

function passes(changes: Changes, crypto: VerifierCrypto, without?: StepName): boolean {
  try {
    verifyCertificateSteps(file(changes), { ...trust, crypto }, createSteps(without));
    return true;
  } catch {
    return false;
  }
}

function file(changes: Changes): CertificateFiles {
  const made = files.get(changes) ?? testCertificate(deployment, changes);
  files.set(changes, made);
  return made;
}

test("every bad certificate has a different name", () => {
  const names = BAD_CERTIFICATES.map(([name]) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(80);
});

test("without a pinned witness, keys must be valid at the time that the issuer states", () => {
  const { judgedAt } = verifyCertificate(file({}), {
    ...trust,
    witnesses: [],
    crypto: node.crypto,
  });
  expect(judgedAt).toEqual({ time: TEST_TIMES.issue, by: "issuer" });
});
