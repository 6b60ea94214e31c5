import type { DecodedPeer } from "../manifests/decode-policy.ts";
import type { Rule } from "./rule.ts";

/** The rules of `ValidateNetworkPolicyPeer`. */
export const PEER_RULES: readonly Rule<DecodedPeer>[] = [
  {
    rule: "peer-empty",
    says: " needs podSelector, namespaceSelector or ipBlock",
    refuses: ({ podSelector, namespaceSelector, ipBlock }) =>
      podSelector === undefined && namespaceSelector === undefined && ipBlock === undefined,
  },
  {
    rule: "peer-mixed",
    says: " has both ipBlock and a selector: use one of them",
    refuses: ({ podSelector, namespaceSelector, ipBlock }) =>
      ipBlock !== undefined && (podSelector !== undefined || namespaceSelector !== undefined),
  },
];
