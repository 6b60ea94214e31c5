/** @heavy runs readers of DSSE, in-toto and OSCAL, which are written in Python */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "@jest/globals";
import { PACK_FILES } from "@veil/contracts/public/compliance/evidence";
import { describeWhere, judgePath } from "@veil/testing";
import { createTestDeployment } from "@veil/testing/certificates";
import { signedPack, testPack } from "../support/test-pack.ts";

const SCRIPT = path.join(import.meta.dirname, "check_evidence.py");
const python = judgePath("python-interop") ?? "";
const folder = mkdtempSync(path.join(tmpdir(), "veil-evidence-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function checked(pack: Uint8Array) {
  const file = path.join(folder, "pack.zip");
  writeFileSync(file, pack);
  return await promisify(execFile)(python, [SCRIPT, file]);
}

describeWhere(
  python !== "",
  "Other readers of evidence packs",
  "scripts/with-python-interop",
  () => {
    test("securesystemslib verifies the envelope, in-toto-attestation parses the statement, and trestle reads the OSCAL documents", async () => {
      const pack = await testPack(createTestDeployment());
      const { stdout } = await checked(await signedPack(pack));
      expect(JSON.parse(stdout)).toEqual({ files: pack.files.size + 1, findings: 3, risks: 1 });
    });

    test("A state that OSCAL does not have and a signature by another key are refused", async () => {
      const [pack, other] = [createTestDeployment(), createTestDeployment()];
      const good = await testPack(pack);
      const assessment = Buffer.from(good.files.get(PACK_FILES.assessment) ?? []).toString();
      const files = new Map(good.files);
      files.set(
        PACK_FILES.assessment,
        Buffer.from(assessment.replaceAll('"satisfied"', '"maybe"')),
      );
      await expect(checked(await signedPack({ ...good, files }))).rejects.toThrow("maybe");
      const foreign = { ...good, deployment: { ...pack, keysOf: other.keysOf } };
      await expect(checked(await signedPack(foreign))).rejects.toThrow("VerificationError");
    });
  },
);
