import { toHex } from "../hex.ts";

const encoder = new TextEncoder();

/** A certificate of the list that may be drawn. */
export interface DrawnCertificate {
  readonly requestId: string;
  readonly version: number;
  /** Whether the log has confirmed it. Only such certificates are drawn. */
  readonly isProven: boolean;
}

export interface Draw {
  offer(certificate: DrawnCertificate): void;
  /** Returns the ids of the drawn certificates, sorted. */
  drawn(): readonly string[];
}

interface Ranked {
  readonly requestId: string;
  readonly rank: string;
}

/**
 * Returns the rank of a certificate in a draw: SHA-256 of the checkpoint's root hash and the
 * request id, in hexadecimal. An operator cannot choose it, because the root depends on every
 * entry of the log, also on those that were made after the certificate.
 */
export function rankOf(
  root: Uint8Array,
  requestId: string,
  sha256: (bytes: Uint8Array) => Uint8Array,
): string {
  const id = encoder.encode(requestId);
  const bytes = new Uint8Array(root.length + id.length);
  bytes.set(root);
  bytes.set(id, root.length);
  return toHex(sha256(bytes));
}

/**
 * Creates a draw, which keeps the proven certificates with the lowest ranks of each version, and no
 * others in memory.
 */
export function createDraw(
  root: Uint8Array,
  ofEachVersion: number,
  sha256: (bytes: Uint8Array) => Uint8Array,
): Draw {
  const lowest = new Map<number, Ranked[]>();
  return {
    offer({ requestId, version, isProven }) {
      if (!isProven) return;
      const kept = lowest.get(version) ?? [];
      const rank = rankOf(root, requestId, sha256);
      const last = kept[ofEachVersion - 1];
      if (last !== undefined && last.rank <= rank) return;
      const place = kept.findIndex((each) => rank < each.rank);
      kept.splice(place < 0 ? kept.length : place, 0, { requestId, rank });
      lowest.set(version, kept.slice(0, ofEachVersion));
    },
    drawn: () => [...lowest.values()].flatMap((kept) => kept.map((each) => each.requestId)).sort(),
  };
}
