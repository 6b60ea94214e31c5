import { NAMESPACE_NAME_LABEL } from "../manifests/cluster.ts";
import { type Fields, fieldsAt, isFields, listAt } from "../manifests/fields.ts";
import type { RuleFinding } from "./lint-finding.ts";

type Place = { readonly at: string; readonly allPeers: string };

export function ruleFindings(
  spec: Fields,
  direction: "ingress" | "egress",
): readonly RuleFinding[] {
  const field = direction === "ingress" ? "from" : "to";
  return listAt(spec[direction], direction).flatMap((element, index) => {
    const place = { at: `spec.${direction}[${index}]`, allPeers: `${field} any peer` };
    const rule = fieldsAt(element, place.at);
    const peers = listAt(rule[field], field).filter(isFields);
    const ports = listAt(rule["ports"], "ports").filter(isFields);
    return [
      ...openEnds(place, peers, ports),
      ...orForms({ ...place, at: `${place.at}.${field}` }, peers),
      ...peers.flatMap((peer, at) => peerFindings(`${place.at}.${field}[${at}]`, peer)),
      ...portFindings(place.at, ports),
    ];
  });
}

function openEnds(
  { at, allPeers }: Place,
  peers: readonly Fields[],
  ports: readonly Fields[],
): readonly RuleFinding[] {
  const findings: RuleFinding[] = [];
  if (peers.length === 0)
    findings.push({
      rule: "no-peers",
      message: `${at} names no peer: it opens the ports ${allPeers}`,
    });
  if (ports.length === 0)
    findings.push({ rule: "no-ports", message: `${at} names no port: it opens all of them` });
  return findings;
}

/**
 * Returns findings for peers in which `namespaceSelector` and `podSelector` are two list elements.
 * Such peers match either selector, although both was probably meant.
 */
function orForms({ at }: Place, peers: readonly Fields[]): readonly RuleFinding[] {
  const only = (one: string, other: string) =>
    peers.some((peer) => peer[one] != null && peer[other] == null);
  const split =
    only("namespaceSelector", "podSelector") && only("podSelector", "namespaceSelector");
  return split
    ? [
        {
          rule: "two-elements",
          message: `${at} has namespaceSelector and podSelector in two elements: either is enough; put them into one`,
        },
      ]
    : [];
}

function peerFindings(
  at: string,
  { namespaceSelector, podSelector, ipBlock }: Fields,
): readonly RuleFinding[] {
  const findings: RuleFinding[] = [];
  if (isFields(namespaceSelector)) {
    if (isEmpty(namespaceSelector))
      findings.push({
        rule: "every-namespace",
        message: `${at}.namespaceSelector is empty: it selects every namespace`,
      });
    else if (fieldsAt(namespaceSelector["matchLabels"], at)[NAMESPACE_NAME_LABEL] === undefined)
      findings.push({
        rule: "namespace-by-label",
        message: `${at}.namespaceSelector does not name ${NAMESPACE_NAME_LABEL}: anyone who can label a namespace can join`,
      });
  }
  if (isFields(podSelector) ? isEmpty(podSelector) : isFields(namespaceSelector))
    findings.push({
      rule: "every-pod",
      message: `${at} names no pod: it selects every pod of the namespace`,
    });
  if (isFields(ipBlock)) findings.push(...blockFindings(at, ipBlock));
  return findings;
}

function blockFindings(at: string, { cidr, except }: Fields): readonly RuleFinding[] {
  const isEveryAddress = /^(0\.0\.0\.0|::)\/0$/.test(String(cidr));
  if (!isEveryAddress || listAt(except, at).length > 0) return [];
  return [
    {
      rule: "every-address",
      message: `${at}.ipBlock is every address, with pods, nodes and the cloud's metadata; add except`,
    },
  ];
}

function portFindings(at: string, ports: readonly Fields[]): readonly RuleFinding[] {
  const protocols = (number: unknown) =>
    ports.filter(({ port }) => port === number).map(({ protocol }) => protocol ?? "TCP");
  const dns = new Set(protocols(53));
  return [
    ...(dns.has("UDP") === dns.has("TCP")
      ? []
      : [
          {
            rule: "dns-protocol",
            message: `${at} opens port 53 on ${[...dns].join(", ")} only: DNS needs UDP and TCP`,
          },
        ]),
    ...ports.flatMap(({ protocol, port }, index) => [
      ...(protocol == null
        ? [{ rule: "missing-protocol", message: `${at}.ports[${index}] means TCP: write it` }]
        : []),
      ...(port == null
        ? [{ rule: "every-port", message: `${at}.ports[${index}] names no port: it opens all` }]
        : []),
    ]),
  ];
}

function isEmpty(selector: Fields): boolean {
  return (
    Object.keys(fieldsAt(selector["matchLabels"], "matchLabels")).length === 0 &&
    listAt(selector["matchExpressions"], "matchExpressions").length === 0
  );
}
