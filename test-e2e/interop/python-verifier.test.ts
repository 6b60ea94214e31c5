/** @heavy runs the verifier written in Python over every good and bad certificate */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { VerificationError } from "@veil/crypto";
import { describeWhere, judgePath } from "@veil/testing";
import {
  BAD_CERTIFICATES,
  createTestDeployment,
  GOOD_CERTIFICATES,
  testCertificate,
  type WrittenCertificate,
  writeCertificateFolder,
} from "@veil/testing/certificates";
import { createNodeCrypto, manifestHash, manifestKeyOf, pinText, signManifest } from "@veil/veil";
import { parsePin, verifyCertificate } from "@veil/veil/verifier";
import { REPOSITORY } from "../support/deployment/manifests.ts";

const SCRIPT = path.join(REPOSITORY, "docs/verify_certificate.py");
const LINES_MAX = 210;
const python = judgePath("python-interop") ?? "";

/**
 * The expected results for a certificate of each environment under a manifest with one signature:
 * the environment, the result, and the number of pinned keys.
 */
const DEVELOPMENT_FORMS = [
  ["development", "valid", 1],
  ["production", "wrong_manifest", 1],
  ["development", "untrusted_manifest", 2],
] as const;

describeWhere(python !== "", "Verifier in Python", "scripts/with-python-interop", () => {
  let folder: string;
  let written: readonly WrittenCertificate[];
  let verdicts: readonly string[];
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "veil-certificates-"));
    written = writeCertificateFolder(folder);
    written = [...written, ...writeDevelopmentForms(folder)];
    const { stdout } = await promisify(execFile)(
      python,
      [SCRIPT, ...written.map(({ name }) => name)],
      { cwd: folder },
    );
    verdicts = stdout.trimEnd().split("\n");
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test("The verifier in Python verifies every good certificate, and refuses every bad one with the code of the step that it fails", () => {
    expect(verdicts).toEqual(written.map(({ name, expected }) => `${expected} ${name}`));
  });

  test("Every certificate is in a separate folder that is named after its defect and contains the expected code", () => {
    const names = new Set(written.map(({ name }) => name));
    const forms = DEVELOPMENT_FORMS.length;
    expect(names.size).toBe(GOOD_CERTIFICATES.length + BAD_CERTIFICATES.length + forms);
    for (const { name, expected } of written)
      expect(readFileSync(path.join(folder, name, "expected.txt"), "utf8")).toBe(`${expected}\n`);
  });

  test("The verifier in Python has at most 210 lines, and imports only the standard library and cryptography", () => {
    const text = readFileSync(SCRIPT, "utf8");
    expect(text.split("\n").length).toBeLessThanOrEqual(LINES_MAX);
    const modules = [...text.matchAll(/^(?:import|from) (.+)/gm)].map(([, what = ""]) => what);
    expect(modules).toEqual([
      "base64, hashlib, json, re, sys",
      "datetime import datetime, timedelta, timezone",
      "pathlib import Path",
      "cryptography.exceptions import InvalidSignature",
      "cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey",
    ]);
  });
});

/**
 * Writes certificates under a manifest that only the signer signed, and expects the same results
 * from our TypeScript verifier.
 */
function writeDevelopmentForms(folder: string): WrittenCertificate[] {
  const deployment = createTestDeployment();
  const { keyId, key } = deployment.keysOf("veil-signer").signing("manifest");
  const { signatures: _, ...content } = deployment.manifest;
  const manifest = signManifest(content, { keyId, key });
  const keys = [pinText(manifestKeyOf({ keyId, key })), deployment.pins.witness];
  return DEVELOPMENT_FORMS.map(([environment, expected, count]) => {
    const pins = keys.slice(0, count);
    const files = testCertificate(deployment, {
      signable: (signable) => {
        Object.assign(signable, { environment });
        signable.manifest.sha256 = manifestHash(manifest);
      },
      manifest: () => manifest,
    });
    expect(verdictOn(files, pins)).toBe(expected);
    const name = `forms/${environment}-${count}`;
    mkdirSync(path.join(folder, name), { recursive: true });
    writeFileSync(path.join(folder, name, "certificate.json"), files.certificate);
    writeFileSync(path.join(folder, name, "manifest.json"), files.manifest);
    writeFileSync(path.join(folder, name, "pins.txt"), pins.join("\n"));
    writeFileSync(path.join(folder, name, "witnesses.txt"), "");
    writeFileSync(path.join(folder, name, "expected.txt"), `${expected}\n`);
    return { name, expected };
  });
}

function verdictOn(
  files: Parameters<typeof verifyCertificate>[0],
  pins: readonly string[],
): string {
  try {
    const trust = { pins: pins.map(parsePin), witnesses: [], crypto: createNodeCrypto() };
    verifyCertificate(files, trust);
    return "valid";
  } catch (error) {
    if (error instanceof VerificationError) return error.code;
    throw error;
  }
}
