import { canonicalJson, type JsonValue, sha256Hex } from "@veil/crypto";
import type { NetworkPolicy, PolicyPeer, PolicyRule, Selector } from "../manifests/cluster.ts";
import { ManifestError } from "../manifests/manifest-error.ts";
import { readCluster } from "../manifests/read-cluster.ts";
import type { ManifestObject } from "../manifests/yaml-documents.ts";

export interface HashedPolicies {
  readonly sha256: string;
  /** The hashed policies as `namespace/name`, in the order of hashing. */
  readonly policies: readonly string[];
  /** Policies of other kinds, which the hash does not cover. */
  readonly notHashed: readonly string[];
}

/**
 * Returns the SHA-256 of the NetworkPolicies' content as canonical JSON (RFC 8785). It is the same
 * for a rendered file and for the objects that the API server returns, because it includes
 * defaults, and ignores labels, annotations, and the order of objects and lists.
 * @throws ManifestError when there is no NetworkPolicy
 */
export function hashPolicies(objects: readonly ManifestObject[]): HashedPolicies {
  const { policies, otherPolicies } = readCluster(objects);
  if (policies.length === 0) throw new ManifestError("There is no NetworkPolicy");
  const named = policies
    .map((policy) => ({ name: `${policy.namespace}/${policy.name}`, policy }))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1));
  const document = named.map(({ policy }) => documentOf(policy));
  return {
    sha256: sha256Hex(canonicalJson(document)),
    policies: named.map(({ name }) => name),
    notHashed: otherPolicies.map(({ policy }) => policy),
  };
}

function documentOf({ namespace, name, podSelector, types, ingress, egress }: NetworkPolicy) {
  return {
    ...{ namespace, name, podSelector: selectorOf(podSelector), policyTypes: sorted(types) },
    ingress: sorted(ingress.map(ruleOf)),
    egress: sorted(egress.map(ruleOf)),
  };
}

function ruleOf({ peers, ports }: PolicyRule): JsonValue {
  return {
    peers: sorted(peers.map(peerOf)),
    ports: sorted(ports.map((port) => ({ ...port }))),
  };
}

function peerOf(peer: PolicyPeer): JsonValue {
  if (peer.kind === "addresses") return { cidr: peer.cidr, except: sorted(peer.except) };
  const { podSelector, namespaceSelector } = peer;
  return {
    ...(podSelector && { podSelector: selectorOf(podSelector) }),
    ...(namespaceSelector && { namespaceSelector: selectorOf(namespaceSelector) }),
  };
}

function selectorOf(selector: Selector): JsonValue {
  return sorted(
    selector.map(({ key, operator, values }) => ({ key, operator, values: sorted(values) })),
  );
}

/** Returns a list in a fixed order, because the lists in policies are sets. */
function sorted(values: readonly JsonValue[]): JsonValue[] {
  return values
    .map((value) => ({ value, text: canonicalJson(value) }))
    .toSorted((left, right) => (left.text < right.text ? -1 : 1))
    .map(({ value }) => value);
}
