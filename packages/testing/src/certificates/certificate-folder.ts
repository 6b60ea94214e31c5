import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { BAD_CERTIFICATES } from "./bad-certificates.ts";
import { GOOD_CERTIFICATES } from "./good-certificates.ts";
import { testCertificate } from "./test-certificate.ts";
import { createTestDeployment, type TestDeployment } from "./test-deployment.ts";

export interface WrittenCertificate {
  /** The path relative to the folder, such as `bad/duplicate-key`. */
  readonly name: string;
  /** `valid`, or the code of the step that refuses it. */
  readonly expected: string;
}

/**
 * Writes every good and every bad certificate into a separate folder below `good` or `bad`, with
 * its manifest. Text files next to it contain the keys that the verifier must pin, one per line,
 * and the expected result.
 */
export function writeCertificateFolder(
  folder: string,
  deployment: TestDeployment = createTestDeployment(),
): WrittenCertificate[] {
  const good = GOOD_CERTIFICATES.map(([name, changes]) => ({
    ...{ name: `good/${folderName(name)}`, expected: "valid", changes },
  }));
  const bad = BAD_CERTIFICATES.map(([name, expected, changes]) => ({
    ...{ name: `bad/${folderName(name)}`, expected, changes },
  }));
  return [...good, ...bad].map(({ name, expected, changes }) => {
    const own = path.join(folder, name);
    mkdirSync(own, { recursive: true });
    const { certificate, manifest } = testCertificate(deployment, changes);
    writeFileSync(path.join(own, "certificate.json"), certificate);
    writeFileSync(path.join(own, "manifest.json"), manifest);
    writeFileSync(path.join(own, "pins.txt"), `${deployment.pins.witness}\n`);
    writeFileSync(path.join(own, "witnesses.txt"), `${deployment.witnessKey}\n`);
    writeFileSync(path.join(own, "expected.txt"), `${expected}\n`);
    return { name, expected };
  });
}

function folderName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll("'", "")
    .replaceAll("+", "plus")
    .replaceAll(/[^a-z0-9_]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}
