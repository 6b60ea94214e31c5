import type { NetworkPolicy } from "../manifests/cluster.ts";
import type { Fields } from "../manifests/fields.ts";
import { ManifestError } from "../manifests/manifest-error.ts";
import { readPolicy } from "../manifests/read-policy.ts";
import { type Addresses, addresses } from "../semantics/addresses.ts";
import { difference } from "../semantics/intervals.ts";
import type { Slip } from "./slip.ts";

/** What the API server refuses. */
export function refusedSlips(fields: Fields, name: string): readonly Slip[] {
  try {
    return exceptSlips(readPolicy(fields, name));
  } catch (error) {
    if (error instanceof ManifestError) return [{ rule: "refused", message: error.message }];
    throw error;
  }
}

/** Exceptions must lie within their block. */
function exceptSlips(policy: NetworkPolicy): readonly Slip[] {
  return [...policy.ingress, ...policy.egress]
    .flatMap(({ peers }) => peers)
    .flatMap((peer) => {
      if (peer.kind === "pods") return [];
      const block = addresses([peer.cidr]);
      return peer.except
        .filter((text) => !isWithin(addresses([text]), block))
        .map((text) => ({
          rule: "except-outside",
          message: `except ${text} is not within ${peer.cidr}: the API server refuses the policy`,
        }));
    });
}

function isWithin(part: Addresses, whole: Addresses): boolean {
  return difference(part, whole).length === 0;
}
