import { describe, expect, test } from "@jest/globals";
import { createTestDeployment } from "@veil/testing/certificates";
import { createNodeCrypto } from "@veil/veil";
import { EVIDENCE_STEPS, inMemory, tryEvidencePack } from "@veil/veil/evidence";
import { parsePin, parseVkey, portableCrypto } from "@veil/veil/verifier";
import { BAD_ARCHIVES } from "../support/bad-archives.ts";
import { BAD_EVIDENCE } from "../support/bad-evidence.ts";
import { signedPack, testPack } from "../support/test-pack.ts";

const BAD_PACKS = [...BAD_ARCHIVES, ...BAD_EVIDENCE];
const deployment = createTestDeployment();
const trust = {
  pins: [parsePin(deployment.pins.gateway)],
  witnesses: [parseVkey(deployment.witnessKey)],
  crypto: createNodeCrypto(),
};
const good = await testPack(deployment);

describe("The verifier of evidence packs", () => {
  test("A good pack passes every step with either implementation of the cryptography, with and without a witness", async () => {
    const bytes = await signedPack(good);
    for (const own of [trust, { ...trust, crypto: portableCrypto }, { ...trust, witnesses: [] }]) {
      const outcome = await tryEvidencePack(inMemory(bytes), own);
      expect(outcome).toMatchObject({ valid: true });
      if (outcome.valid) expect(outcome.verified.passed).toEqual(Object.keys(EVIDENCE_STEPS));
    }
  });

  test("The same sources give the same bytes", async () => {
    const [one, two] = [await signedPack(good), await signedPack(await testPack(deployment))];
    expect(one.equals(two)).toBe(true);
  });

  test.each(BAD_PACKS)("%s: the verifier refuses the pack with %s", async (_what, code, defect) => {
    const outcome = await tryEvidencePack(inMemory(await defect(good)), trust);
    expect(outcome).toMatchObject({ valid: false, error: { code } });
  });

  test("Every step is shown by a bad pack", () => {
    const codes = new Set(BAD_PACKS.map(([, code]) => code));
    expect(Object.values(EVIDENCE_STEPS).filter(({ code }) => !codes.has(code))).toEqual([]);
  });

  test("A pack that ends at any place is refused", async () => {
    const bytes = await signedPack(good);
    for (let at = 0; at < bytes.length; at += Math.ceil(bytes.length / 40)) {
      const outcome = await tryEvidencePack(inMemory(bytes.subarray(0, at)), trust);
      expect(outcome).toMatchObject({ valid: false, failed: "archive" });
    }
  });
});
