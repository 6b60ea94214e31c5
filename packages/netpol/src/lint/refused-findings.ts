import type { NetworkPolicy } from "../manifests/cluster.ts";
import type { Fields } from "../manifests/fields.ts";
import { ManifestError } from "../manifests/manifest-error.ts";
import { readPolicy } from "../manifests/read-policy.ts";
import { type Addresses, addresses } from "../semantics/addresses.ts";
import { difference } from "../semantics/intervals.ts";
import type { RuleFinding } from "./lint-finding.ts";

export function refusedFindings(fields: Fields, name: string): readonly RuleFinding[] {
  try {
    return exceptFindings(readPolicy(fields, name));
  } catch (error) {
    if (error instanceof ManifestError) return [{ rule: "refused", message: error.message }];
    throw error;
  }
}

function exceptFindings(policy: NetworkPolicy): readonly RuleFinding[] {
  return [...policy.ingress, ...policy.egress]
    .flatMap(({ peers }) => peers)
    .flatMap((peer) => {
      if (peer.kind === "pods") return [];
      const block = addresses([peer.cidr]);
      return peer.except
        .filter((text) => !isPartOf(addresses([text]), block))
        .map((text) => ({
          rule: "except-outside",
          message: `except ${text} is not part of ${peer.cidr}: the API server refuses the policy`,
        }));
    });
}

function isPartOf(part: Addresses, whole: Addresses): boolean {
  return difference(part, whole).length === 0;
}
