import type { CertificateOrder } from "@veil/contracts/certificate";
import type { ClaimComponent } from "@veil/contracts/claims";
import { type PinnedKey, VerificationError } from "@veil/crypto";
import type { ClaimKey } from "@veil/veil/verifier";

export interface ClaimKeys {
  readonly claimKey: ClaimKey;
  /**
   * Checks, as every verifier does, that the keys of the claims are valid at `time`.
   * @throws VerificationError `key_not_valid`
   */
  requireValidAt(order: Pick<CertificateOrder, "claims">, time: string): void;
}

/**
 * Creates the lookup of the components' claim keys, including retired keys.
 * @param trusted - the pinned keys of all services
 */
export function createClaimKeys(trusted: readonly PinnedKey[]): ClaimKeys {
  const keys = new Map(
    trusted
      .filter(({ purpose }) => purpose === "claim")
      .map((pinned) => [nameOf(pinned.service, pinned.key_id), pinned]),
  );
  const raw = new Map(
    [...keys].map(([name, { public_key }]) => [name, Buffer.from(public_key, "hex")]),
  );
  return {
    claimKey: (component, keyId) => raw.get(nameOf(component, keyId)),
    requireValidAt({ claims }, time) {
      for (const { batch } of claims) {
        const key = keys.get(nameOf(batch.component, batch.key_id));
        // A key that is not listed passes here; a later step of the verifier refuses it.
        const { not_before = time, not_after = time } = key ?? {};
        if (time < not_before || not_after < time)
          throw new VerificationError("key_not_valid", "A batch is signed with a key out of use");
      }
    },
  };
}

function nameOf(service: ClaimComponent | PinnedKey["service"], keyId: string): string {
  return `${service}/${keyId}`;
}
