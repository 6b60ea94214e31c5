/** @slow starts jq, Python and OpenSSL */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeWhere } from "@veil/testing";
import { createTestDeployment } from "@veil/testing/certificates";
import { canonicalDocuments, madeSignatures } from "../test/signed-documents.ts";

const PYTHON = `
import json, sys
sys.stdout.reconfigure(encoding="utf-8")
for line in open(sys.argv[1], encoding="utf-8"):
    print(json.dumps(json.loads(line), sort_keys=True, separators=(",", ":"), ensure_ascii=False))`;

/** The prefix of an Ed25519 public key in DER (RFC 8410), before its 32 bytes. */
const PUBLIC_KEY_DER = Buffer.from("302a300506032b6570032100", "hex");
const OUTPUT_MAX = 2 ** 26;
const VERIFIED = "Signature Verified Successfully\n";

const deployment = createTestDeployment();
let folder: string;
const at = (name: string) => path.join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "veil-canonical-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function linesOf(program: string, args: readonly string[]): readonly string[] {
  const output = execFileSync(program, args, { encoding: "utf8", maxBuffer: OUTPUT_MAX });
  return output.trimEnd().split("\n");
}

function has(program: string): boolean {
  return spawnSync(program, ["--help"]).error === undefined;
}

describeWhere(
  has("jq") && has("python3"),
  "The canonical bytes of signed documents",
  "jq and python3",
  () => {
    test("our code, jq and Python write the same canonical bytes for every signed document", () => {
      const documents = canonicalDocuments(deployment);
      expect(documents.length).toBeGreaterThan(200);
      const lines = documents.map(({ document }) => `${JSON.stringify(document)}\n`);
      writeFileSync(at("documents.jsonl"), lines.join(""));
      const ours = documents.map(({ bytes }) => Buffer.from(bytes).toString("utf8"));

      expect(linesOf("jq", ["-cS", ".", at("documents.jsonl")])).toEqual(ours);
      expect(linesOf("python3", ["-c", PYTHON, at("documents.jsonl")])).toEqual(ours);
    });
  },
);

describeWhere(has("openssl"), "Verification with OpenSSL", "openssl", () => {
  test.each(madeSignatures(deployment))(
    "OpenSSL accepts our signature of the $name, and refuses it after a change of one byte",
    ({ publicKey, message, signature }) => {
      const key = Buffer.concat([PUBLIC_KEY_DER, Buffer.from(publicKey, "hex")]);
      expect(verifyWithOpenssl(key, message, signature)).toBe(VERIFIED);
      const changed = Buffer.from(message);
      changed[0] = (changed[0] ?? 0) ^ 1;
      expect(verifyWithOpenssl(key, changed, signature)).not.toBe(VERIFIED);
    },
  );
});

function verifyWithOpenssl(key: Uint8Array, message: Uint8Array, signature: Uint8Array): string {
  writeFileSync(at("key.der"), key);
  writeFileSync(at("message"), message);
  writeFileSync(at("signature"), signature);
  const args = [
    ...["pkeyutl", "-verify", "-rawin", "-pubin", "-keyform", "DER", "-inkey", at("key.der")],
    ...["-in", at("message"), "-sigfile", at("signature")],
  ];
  return spawnSync("openssl", args, { encoding: "utf8" }).stdout;
}
