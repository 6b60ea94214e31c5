import type {
  DecodedPeer,
  DecodedPolicy,
  DecodedRule,
  DecodedSelector,
} from "../manifests/decode-policy.ts";
import { BLOCK_RULES, EXCEPT_RULES } from "./block-rules.ts";
import { METADATA_RULES } from "./metadata-rules.ts";
import { PEER_RULES } from "./peer-rules.ts";
import { PORT_RULES } from "./port-rules.ts";
import { type Rule, refusalsOf, type ServerRefusal } from "./rule.ts";
import { EXPRESSION_RULES, LABEL_RULES } from "./selector-rules.ts";

const MAX_TYPES = 2;

/** The rules of `ValidateNetworkPolicySpec` for `policyTypes`. */
export const TYPE_RULES: readonly Rule<readonly string[]>[] = [
  {
    rule: "policy-types-count",
    says: " may not have more than two elements",
    refuses: ({ length }) => length > MAX_TYPES,
  },
  {
    rule: "policy-type",
    says: " may only contain Ingress and Egress",
    refuses: (types) =>
      types.length <= MAX_TYPES && types.some((type) => type !== "Ingress" && type !== "Egress"),
  },
];

/**
 * Returns the reasons why the API server of Kubernetes 1.34 refuses to create the policy
 * (`ValidateNetworkPolicy`). The list is empty if it accepts the policy.
 */
export function policyRefusals(policy: DecodedPolicy): readonly ServerRefusal[] {
  return [
    ...refusalsOf(METADATA_RULES, "metadata", policy.metadata),
    ...labelRefusals(policy.metadata.labels, "metadata.labels"),
    ...selectorRefusals(policy.podSelector, "spec.podSelector"),
    ...policy.ingress.flatMap((rule, at) => ruleRefusals(rule, `spec.ingress[${at}]`, "from")),
    ...policy.egress.flatMap((rule, at) => ruleRefusals(rule, `spec.egress[${at}]`, "to")),
    ...refusalsOf(TYPE_RULES, "spec.policyTypes", policy.policyTypes),
  ];
}

function ruleRefusals({ peers, ports }: DecodedRule, at: string, field: string) {
  return [
    ...ports.flatMap((port, index) =>
      refusalsOf(PORT_RULES, `${at}.ports[${index}]`, port, shown(port.port)),
    ),
    ...peers.flatMap((peer, index) => peerRefusals(peer, `${at}.${field}[${index}]`)),
  ];
}

function peerRefusals(peer: DecodedPeer, at: string): readonly ServerRefusal[] {
  const { podSelector, namespaceSelector, ipBlock } = peer;
  return [
    ...refusalsOf(PEER_RULES, at, peer),
    ...(podSelector ? selectorRefusals(podSelector, `${at}.podSelector`) : []),
    ...(namespaceSelector ? selectorRefusals(namespaceSelector, `${at}.namespaceSelector`) : []),
    ...(ipBlock ? refusalsOf(BLOCK_RULES, `${at}.ipBlock`, ipBlock, shown(ipBlock.cidr)) : []),
    ...(ipBlock?.except ?? []).flatMap((except, index) =>
      refusalsOf(
        EXCEPT_RULES,
        `${at}.ipBlock.except[${index}]`,
        { cidr: ipBlock?.cidr ?? "", except },
        shown(except),
      ),
    ),
  ];
}

function selectorRefusals({ labels, expressions }: DecodedSelector, at: string) {
  return [
    ...labelRefusals(labels, `${at}.matchLabels`),
    ...expressions.flatMap((expression, index) =>
      refusalsOf(EXPRESSION_RULES, `${at}.matchExpressions[${index}]`, expression),
    ),
  ];
}

function labelRefusals(labels: Readonly<Record<string, string>>, at: string) {
  return Object.entries(labels).flatMap((label) =>
    refusalsOf(LABEL_RULES, at, label, shown(label.join(": "))),
  );
}

function shown(value: number | string | undefined): string {
  return value === undefined || value === "" ? "" : ` (${value})`;
}
