import { type CertificateDraft, SEALED_DRAFT } from "./certificate-draft.ts";

/** Drafts at rest, sealed under the gateway's key. */
export interface SealedDrafts {
  seal(draft: CertificateDraft): Buffer;
  /** @throws VerificationError for another request's box, a changed one, or one without a draft */
  open(requestId: string, box: Uint8Array): CertificateDraft;
}

/** @param key - 32 bytes */
export function createSealedDrafts(key: Uint8Array): SealedDrafts {
  // The process that admits a job usually ends it, and remembers the box itself: decrypting and
  // parsing it again would take longer than all commitments of the call. A box that was read from
  // the database is another object.
  const sealed = new WeakMap<Uint8Array, CertificateDraft>();
  return {
    seal(draft) {
      const box = SEALED_DRAFT.seal(key, draft.request_id, draft);
      sealed.set(box, draft);
      return box;
    },
    open(requestId, box) {
      const own = sealed.get(box);
      return own?.request_id === requestId ? own : SEALED_DRAFT.open(key, requestId, box);
    },
  };
}
