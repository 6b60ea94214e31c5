import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "@jest/globals";
import type { CertificateOrder } from "@veil/contracts/certificate";
import { publicKeyBytes, sha256, sha256Hex } from "@veil/crypto";
import { testClaims, testOrder } from "@veil/testing/certificates";
import { createNodeCrypto } from "@veil/veil";
import {
  certificateBytes,
  certificateSummary,
  parsePin,
  verifyCertificate,
  verifySummary,
} from "@veil/veil/verifier";
import { startTestSigner } from "./test-signer.ts";

const crypto = createNodeCrypto();

let signer: Awaited<ReturnType<typeof startTestSigner>>;
let manifest: Uint8Array;
beforeAll(async () => {
  signer = await startTestSigner();
  manifest = await readFile(signer.manifestFile);
});

async function sign(order: CertificateOrder) {
  const [result] = await signer.sign(order);
  if (result === undefined) throw new Error("The signer returned no result");
  return result;
}

function pins() {
  const { testTrust } = signer;
  const { keyId } = testTrust.keysOf("veil-signer").signing("manifest");
  const key = testTrust.trust.verifyKey("veil-signer", "manifest", keyId);
  return [parsePin(`${keyId}:${publicKeyBytes(key).toString("hex")}`)];
}

const bytes = (value: object) => Buffer.from(JSON.stringify(value));

test("When the claims prove the order, then the certificate and its summary each verify with their own signature", async () => {
  const result = await sign(testOrder(signer.testTrust));
  if ("refused" in result) throw new Error(`The signer refused: ${result.refused}`);
  const { signable, signature, summary_signature } = result.certificate;
  const trust = { pins: pins(), crypto };

  const certificate = bytes({ signable, signature, evidence: null });
  verifyCertificate({ certificate, manifest }, { ...trust, witnesses: [] });

  const summary = certificateSummary(result.certificate, sha256);
  const signed = bytes({ summary, signature: summary_signature });
  expect(verifySummary({ summary: signed, manifest }, trust).summary).toEqual(summary);
  const swapped = bytes({ summary, signature });
  expect(() => verifySummary({ summary: swapped, manifest }, trust)).toThrow(
    expect.objectContaining({ code: "bad_signature" }),
  );
});

test("The certificate_sha256 in the response is the hash of the bytes that the verifier hashes", async () => {
  const result = await sign(testOrder(signer.testTrust));
  if ("refused" in result) throw new Error(`The signer refused: ${result.refused}`);
  expect(result.sha256).toBe(sha256Hex(certificateBytes(result.certificate)));
});

test("When the claims do not match each other, then nothing is signed and the response has the code of the failed step", async () => {
  const { worker: _, ...claims } = testClaims();
  expect(await sign(testOrder(signer.testTrust, Object.values(claims)))).toEqual({
    refused: "wrong_components",
  });
});
