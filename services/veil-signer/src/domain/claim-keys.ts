import type { CertificateOrder } from "@veil/contracts/certificate";
import type { ClaimComponent } from "@veil/contracts/claims";
import { type PinnedKey, VerificationError } from "@veil/crypto";
import type { ClaimKey } from "@veil/veil/verifier";

export interface ClaimKeys {
  readonly claimKey: ClaimKey;
  /** Judges as every verifier will. @throws VerificationError `key_not_valid` */
  requireValidAt(order: Pick<CertificateOrder, "claims">, time: string): void;
}

/**
 * The components' keys for claims, including retired ones. @param trusted - the pinned keys of all
 * services
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
        // A later step of the verifier refuses a key that is not listed.
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
