import type { TestTrust } from "@veil/testing";
import { createNodeCrypto } from "@veil/veil";
import { createClaimSigner } from "@veil/veil/claims";
import { verifyClaims } from "@veil/veil/verifier";
import { createOwnClaimSigning } from "../../src/modules/certificates/adapters/http-signing.ts";
import type { CertificateRecord } from "../../src/modules/certificates/domain/pending-certificate.ts";

const NOW = "2026-01-02T12:00:00Z";

/** Signs the claims as the components do, and checks them as the signer and every verifier do. */
export async function verifyPending(
  { keysOf, trust }: Pick<TestTrust, "keysOf" | "trust">,
  { facts, claims }: Pick<CertificateRecord, "facts" | "claims">,
) {
  const nowMs = () => Date.parse(NOW);
  const signed = await Promise.all(
    claims.map(async (claim) => {
      const { component } = claim.claim;
      const signer = createClaimSigner({ component, keys: keysOf(component), nowMs });
      const { signed: own } = await createOwnClaimSigning(signer).sign([claim]);
      if (own === undefined) throw new Error(`${component} does not know its claim`);
      return { claim: claim.claim, batch: own.batch, index: 0, path: [] };
    }),
  );
  const claimKey = (component: string, keyId: string) => {
    const own = trust.keys.find(
      ({ service, purpose, key_id }) =>
        service === component && purpose === "claim" && key_id === keyId,
    );
    return own && Buffer.from(own.public_key, "hex");
  };
  const options = { crypto: createNodeCrypto(), claimKey, issuedAt: NOW };
  return { facts, claims: verifyClaims({ ...facts, claims: signed }, options) };
}
