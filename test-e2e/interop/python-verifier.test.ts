/** @heavy runs the verifier that is written in Python over every good and bad certificate */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeWhere, judgePath } from "@veil/testing";
import {
  BAD_CERTIFICATES,
  GOOD_CERTIFICATES,
  type WrittenCertificate,
  writeCertificateFolder,
} from "@veil/testing/certificates";
import { REPOSITORY } from "../support/manifests.ts";

const SCRIPT = path.join(REPOSITORY, "docs/verify_certificate.py");
const LINES_MAX = 200;
const python = judgePath("python-interop") ?? "";

describeWhere(python !== "", "Verifier in Python", "scripts/with-python-interop", () => {
  let folder: string;
  let written: readonly WrittenCertificate[];
  let verdicts: readonly string[];
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "veil-certificates-"));
    written = writeCertificateFolder(folder);
    const { stdout } = await promisify(execFile)(
      python,
      [SCRIPT, ...written.map(({ name }) => name)],
      { cwd: folder },
    );
    verdicts = stdout.trimEnd().split("\n");
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test("verifies every good certificate, and refuses every bad one with the code of its step", () => {
    expect(verdicts).toEqual(written.map(({ name, expected }) => `${expected} ${name}`));
  });

  test("Every certificate has a folder of its own, named by its defect, and the code beside it", () => {
    const names = new Set(written.map(({ name }) => name));
    expect(names.size).toBe(GOOD_CERTIFICATES.length + BAD_CERTIFICATES.length);
    for (const { name, expected } of written)
      expect(readFileSync(path.join(folder, name, "expected.txt"), "utf8")).toBe(`${expected}\n`);
  });

  test("is shorter than 200 lines, and needs the standard library and cryptography alone", () => {
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
