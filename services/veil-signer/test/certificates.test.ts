import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "@jest/globals";
import type { CertificateOrder } from "@veil/contracts/certificate";
import { merkleRoot, publicKeyBytes, sha256 } from "@veil/crypto";
import { TEST_SALTS, testClaims, testOrder } from "@veil/testing/certificates";
import { createNodeCrypto, type SaltedOrder } from "@veil/veil";
import {
  certificateHash,
  certifiedLeaf,
  parsePin,
  signableBytes,
  summaryBytes,
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

test("When the claims prove the order, then the certificate and its summary each verify at their own place", async () => {
  const result = await sign(testOrder(signer.testTrust));
  if ("refused" in result) throw new Error(`The signer refused: ${result.refused}`);
  const trust = { pins: pins(), crypto };

  const certificate = bytes({ ...result.certificate, evidence: null });
  verifyCertificate({ certificate, manifest }, { ...trust, witnesses: [] });

  const { summary, place, signature } = result.summary;
  const signed = bytes({ summary, place, signature });
  expect(verifySummary({ summary: signed, manifest }, trust).summary).toEqual(summary);
  const swapped = bytes({ summary, place: result.certificate.place, signature });
  expect(() => verifySummary({ summary: swapped, manifest }, trust)).toThrow(
    expect.objectContaining({ code: "bad_signature" }),
  );
});

test("The summary names the certificate by the hash of its leaf", async () => {
  const result = await sign(testOrder(signer.testTrust));
  if ("refused" in result) throw new Error(`The signer refused: ${result.refused}`);
  const { certificate, summary } = result;
  expect(summary.summary.certificate_sha256).toBe(certificateHash(certificate, sha256));
});

test("When two certificates share a batch, then the holder of one cannot confirm even a correct guess of the other's whole content without its salts", async () => {
  const order = testOrder(signer.testTrust);
  const salts = { certificate: "01".repeat(16), summary: "02".repeat(16) };
  const [own, other] = await signer.sign(order, { ...order, salts });
  if (own === undefined || other === undefined || "refused" in own || "refused" in other)
    throw new Error("The signer signed nothing");
  const guess = {
    certificate: signableBytes(other.certificate.signable),
    summary: summaryBytes(other.summary.summary),
  };
  const nodeWith = (tried: SaltedOrder["salts"]) => {
    const leaf = (name: keyof typeof guess) => certifiedLeaf(tried[name], guess[name], sha256);
    return Buffer.from(merkleRoot([leaf("certificate"), leaf("summary")])).toString("hex");
  };
  const held = JSON.stringify(own);
  expect(held).not.toContain(nodeWith({ certificate: "", summary: "" }));
  expect(held).not.toContain(nodeWith(TEST_SALTS));
  expect(held).toContain(nodeWith(salts));
});

test("When the claims do not match each other, then nothing is signed and the response has the code of the failed step", async () => {
  const { worker: _, ...claims } = testClaims();
  expect(await sign(testOrder(signer.testTrust, Object.values(claims)))).toEqual({
    refused: "wrong_components",
  });
});
