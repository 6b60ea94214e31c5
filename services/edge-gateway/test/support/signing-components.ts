import { randomBytes } from "node:crypto";
import { CLAIM_COMPONENTS, type ClaimComponent } from "@veil/contracts/claims";
import type { TestTrust } from "@veil/testing";
import { type SaltedOrder, signedOrders } from "@veil/veil";
import { createClaimSigner } from "@veil/veil/claims";
import { createOwnClaimSigning } from "../../src/modules/certificates/adapters/http-signing.ts";
import type { CertificateSigning, ClaimSigning } from "../../src/modules/certificates/ports.ts";

/** Creates components that sign their own claims unless they are down. */
export function createSigningComponents(trust: TestTrust, nowMs: () => number) {
  const down = new Set<ClaimComponent>();
  /** For each component, the ids of the legs in the order of the requests. */
  const asked = new Map<ClaimComponent, string[]>();
  const signing = (component: ClaimComponent): ClaimSigning => {
    const keys = trust.keysOf(component);
    const own = createOwnClaimSigning(createClaimSigner({ component, keys, nowMs }));
    return {
      async sign(claims) {
        if (down.has(component)) throw new Error(`${component} does not answer`);
        const legs = claims.map(({ claim }) => claim.leg_id);
        asked.set(component, [...(asked.get(component) ?? []), ...legs]);
        return await own.sign(claims);
      },
    };
  };
  const ports = Object.fromEntries(
    CLAIM_COMPONENTS.map((component) => [component, signing(component)]),
  ) as Record<ClaimComponent, ClaimSigning>;
  return { down, asked, ports };
}

/** Creates a signer whose signatures are invalid and that refuses the calls in `refused`. */
export function createTestSigner() {
  const refused = new Map<string, string>();
  const orders: SaltedOrder[] = [];
  const state = { isUp: true, onAsked: () => {} };
  const signing: CertificateSigning = {
    async sign(given) {
      state.onAsked();
      if (!state.isUp) throw new Error("The signer does not answer");
      orders.push(...given);
      const results = given.map(({ request_id }) => {
        const code = refused.get(request_id);
        return code === undefined ? { certificate: leaf(), summary: leaf() } : { refused: code };
      });
      const isAnySigned = results.some((result) => "certificate" in result);
      return signedOrders(given, { issuer: ISSUER, signed: isAnySigned ? SIGNED : null, results });
    },
  };
  return { refused, orders, state, signing };
}

const leaf = () => randomBytes(32).toString("hex");
const ISSUER = {
  ...{ issuer: "veil", environment: "development" as const },
  manifest: { version: 1, sha256: "0".repeat(64) },
};
const SIGNED = {
  issued_at: "2026-01-02T12:00:00Z",
  signature: { key_id: "k", algorithm: "Ed25519" as const, signature: "ab".repeat(64) },
};
