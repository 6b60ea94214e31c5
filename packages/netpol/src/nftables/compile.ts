import type { Direction, NetworkPolicy } from "../manifests/cluster.ts";
import type { AddressPlan, PlannedPod, PlannedService } from "./plan.ts";
import { familyOf, policyRules } from "./rules.ts";
import { selectorMatches } from "./select.ts";

const FILTER_TABLE = "netpol";

/** A table of the family `ip`, which translates addresses of Services to addresses of pods. */
const SERVICE_TABLE = "netpol_services";

const DIRECTIONS = [
  ["Egress", "egress"],
  ["Ingress", "ingress"],
] as const;

/**
 * Compiles rules for a node that routes between the plan's interfaces. A packet passes the chain of
 * its source's interface, then the chain of its destination's interface. A chain returns to accept
 * a packet, and drops it at its end. The counters are named after policies.
 * @returns the input of `nft -f`
 */
export function compileNftables(policies: readonly NetworkPolicy[], plan: AddressPlan): string {
  const chains = DIRECTIONS.flatMap(([direction, name]) =>
    plan.pods.flatMap((pod) => podChain(policies, plan, pod, direction, name)),
  );
  return [
    `table inet ${FILTER_TABLE} {`,
    ...chains.flatMap(({ head, rules }) => block(head, rules)),
    ...DIRECTIONS.flatMap(([, name]) =>
      block(
        `chain ${name}`,
        [
          dispatch(
            name,
            chains.filter((chain) => chain.way === name),
          ),
        ].flat(),
      ),
    ),
    ...block("chain forward", [
      "type filter hook forward priority filter; policy drop;",
      ...plan.pods.flatMap(antiSpoof),
      "ct state established,related accept",
      'ct state invalid counter drop comment "invalid"',
      "jump egress",
      "jump ingress",
      "counter accept",
    ]),
    // The kubelet may open connections to pods, but pods may open none to the node.
    ...block("chain input", [
      "type filter hook input priority filter; policy drop;",
      "ct state established accept",
    ]),
    "}",
    ...serviceTable(plan.services),
    "",
  ].join("\n");
}

interface Chain {
  readonly way: "egress" | "ingress";
  readonly name: string;
  readonly interface: string;
  readonly head: string;
  readonly rules: readonly string[];
}

function podChain(
  policies: readonly NetworkPolicy[],
  plan: AddressPlan,
  pod: PlannedPod,
  direction: Direction,
  way: Chain["way"],
): readonly Chain[] {
  const binding = policies.filter(
    ({ namespace, types, podSelector }) =>
      namespace === pod.namespace &&
      types.includes(direction) &&
      selectorMatches(podSelector, pod.labels),
  );
  if (binding.length === 0) return [];
  const name = `${way}_${pod.interface}`;
  return [
    {
      way,
      name,
      interface: pod.interface,
      head: `chain ${name}`,
      rules: [
        ...binding.flatMap((policy) => policyRules(policy, way, pod, plan)),
        `counter drop comment "${way} of ${pod.id.slice(0, 100)}"`,
      ],
    },
  ];
}

function dispatch(way: Chain["way"], chains: readonly Chain[]): readonly string[] {
  const key = way === "egress" ? "iifname" : "oifname";
  if (chains.length === 0) return [];
  const jumps = chains.map((chain) => `"${chain.interface}" : jump ${chain.name}`);
  return [`${key} vmap { ${jumps.join(", ")} }`];
}

function antiSpoof({ interface: link, addresses }: PlannedPod): readonly string[] {
  return (["ip", "ip6"] as const).map((family) => {
    const own = addresses.filter((address) => familyOf(address) === family);
    const match =
      own.length === 0
        ? `meta nfproto ${family === "ip" ? "ipv4" : "ipv6"}`
        : `${family} saddr != { ${own.join(", ")} }`;
    return `iifname "${link}" ${match} counter drop comment "spoofed"`;
  });
}

function serviceTable(services: readonly PlannedService[]): readonly string[] {
  const rules = services.flatMap(({ id, address, protocol, port, backends }) => {
    if (backends.length === 0) return [];
    const match = `ip daddr ${address} ${protocol.toLowerCase()} dport ${port} counter`;
    const [only, ...more] = backends;
    const target =
      more.length === 0
        ? `dnat to ${only?.address}:${only?.port}`
        : `dnat ip addr . port to numgen inc mod ${backends.length} map { ${backends
            .map((backend, at) => `${at} : ${backend.address} . ${backend.port}`)
            .join(", ")} }`;
    return [`${match} ${target} comment "${id.slice(0, 120)}"`];
  });
  return [
    `table ip ${SERVICE_TABLE} {`,
    ...block("chain prerouting", [
      "type nat hook prerouting priority dstnat; policy accept;",
      ...rules,
    ]),
    "}",
  ];
}

function block(head: string, lines: readonly string[]): readonly string[] {
  return [`  ${head} {`, ...lines.map((line) => `    ${line}`), "  }"];
}
