import { readFileSync } from "node:fs";
import path from "node:path";
import { parseTrustBundle } from "@veil/crypto";
import type { Stack } from "@veil/local-stack";
import type { CertificateFiles, PinnedManifestKey } from "@veil/veil/verifier";
import { request } from "undici";

/**
 * Issued certificates as their owner gets them, and the data of the stack that a verifier needs.
 */
export interface IssuedCertificates {
  readonly files: readonly CertificateFiles[];
  readonly pins: readonly PinnedManifestKey[];
}

export async function fetchCertificates(
  stack: Stack,
  { apiKey, requestIds }: { readonly apiKey: string; readonly requestIds: readonly string[] },
): Promise<IssuedCertificates> {
  const manifest = await bytesAt(`${stack.gatewayUrl}/.well-known/veil-keys.json`, {});
  const files: CertificateFiles[] = [];
  for (const requestId of requestIds) {
    const url = `${stack.gatewayUrl}/api/v1/veil/certificate/${requestId}`;
    files.push({ certificate: await bytesAt(url, { "x-api-key": apiKey }), manifest });
  }
  return { files, pins: pinsOf(stack) };
}

async function bytesAt(url: string, headers: Readonly<Record<string, string>>): Promise<Buffer> {
  const { statusCode, body } = await request(url, { headers });
  const bytes = Buffer.from(await body.arrayBuffer());
  if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`);
  return bytes;
}

function pinsOf({ stateDir }: Stack): PinnedManifestKey[] {
  const { keys } = parseTrustBundle(readFileSync(path.join(stateDir, "keys/trust.json"), "utf8"));
  return keys
    .filter(({ purpose }) => purpose === "manifest")
    .map(({ key_id: keyId, public_key }) => ({ keyId, publicKey: Buffer.from(public_key, "hex") }));
}
