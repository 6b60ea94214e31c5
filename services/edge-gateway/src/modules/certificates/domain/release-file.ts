import { type CertifiedRelease, ReleaseFile } from "@veil/contracts/certificate";
import { checkedJson } from "@veil/contracts/parsing";

const parse = checkedJson(ReleaseFile);

/**
 * Reads the release that certificates contain: what the operator has deployed. Returns null if the
 * file does not state it.
 * @throws Error when the file is invalid
 */
export function readRelease(json: string): CertifiedRelease | null {
  const { images, network_policy_sha256 } = parse(json);
  const named = Object.entries(images)
    .map(([service, digest]) => ({ service, digest }))
    .toSorted((left, right) => (left.service < right.service ? -1 : 1));
  if (named.length === 0 && network_policy_sha256 === null) return null;
  return { images: named, network_policy_sha256 };
}
