import { policyRefusals } from "../validation/policy-refusals.ts";
import {
  type Direction,
  type NetworkPolicy,
  type PolicyPeer,
  type PolicyPort,
  type PolicyRule,
  PROTOCOLS,
  type Protocol,
  type Requirement,
  type Selector,
} from "./cluster.ts";
import {
  type DecodedPeer,
  type DecodedPort,
  type DecodedRule,
  type DecodedSelector,
  decodePolicy,
} from "./decode-policy.ts";
import type { Fields } from "./fields.ts";
import { ManifestError } from "./manifest-error.ts";

/**
 * Reads a policy with the API server's defaults. Like the API server, it ignores unknown fields;
 * `lintManifests` reports them.
 * @throws ManifestError for a policy that the API server refuses
 */
export function readPolicy(policy: Fields, where: string): NetworkPolicy {
  const decoded = decodePolicy(policy, where);
  const refusals = policyRefusals(decoded);
  if (refusals.length > 0)
    throw new ManifestError(
      `${where} is refused: ${refusals.map(({ message }) => message).join("; ")}`,
    );
  const { metadata, policyTypes, egress } = decoded;
  return {
    namespace: metadata.namespace || "default",
    name: metadata.name,
    podSelector: selectorOf(decoded.podSelector),
    types: policyTypes.length > 0 ? (policyTypes as readonly Direction[]) : defaultTypes(egress),
    ingress: decoded.ingress.map(ruleOf),
    egress: egress.map(ruleOf),
  };
}

/**
 * Returns the directions of a policy without policyTypes: always ingress, and egress only if it has
 * an egress rule.
 */
function defaultTypes(egress: readonly DecodedRule[]): readonly Direction[] {
  return egress.length > 0 ? ["Ingress", "Egress"] : ["Ingress"];
}

function ruleOf({ peers, ports }: DecodedRule): PolicyRule {
  return { peers: peers.map(peerOf), ports: ports.map(portOf) };
}

function peerOf({ podSelector, namespaceSelector, ipBlock }: DecodedPeer): PolicyPeer {
  if (ipBlock !== undefined) return { kind: "addresses", ...ipBlock };
  return {
    kind: "pods",
    ...(podSelector && { podSelector: selectorOf(podSelector) }),
    ...(namespaceSelector && { namespaceSelector: selectorOf(namespaceSelector) }),
  };
}

function selectorOf({ labels, expressions }: DecodedSelector): Selector {
  return [
    ...Object.entries(labels).map(
      ([key, value]): Requirement => ({ key, operator: "In", values: [value] }),
    ),
    ...(expressions as readonly Requirement[]),
  ];
}

function portOf({ protocol, ...range }: DecodedPort): PolicyPort {
  return { protocol: readProtocol(protocol, "protocol"), ...range };
}

/** Returns the protocol, by default TCP. @throws ManifestError unless it is TCP, UDP or SCTP */
export function readProtocol(value: unknown, where: string): Protocol {
  if (value === undefined || value === null) return "TCP";
  const known = PROTOCOLS.find((protocol) => protocol === value);
  if (known === undefined) throw new ManifestError(`${where} must be TCP, UDP or SCTP`);
  return known;
}
