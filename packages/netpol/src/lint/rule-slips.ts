import { NAMESPACE_NAME_LABEL } from "../manifests/cluster.ts";
import { type Fields, fieldsAt, isFields, listAt } from "../manifests/fields.ts";
import type { Slip } from "./slip.ts";

type Place = { readonly at: string; readonly everybody: string };

/** Slips in the rules of one direction: forms that let more through than a reader sees. */
export function ruleSlips(spec: Fields, direction: "ingress" | "egress"): readonly Slip[] {
  const field = direction === "ingress" ? "from" : "to";
  return listAt(spec[direction], direction).flatMap((element, index) => {
    const place = { at: `spec.${direction}[${index}]`, everybody: `${field} everybody` };
    const rule = fieldsAt(element, place.at);
    const peers = listAt(rule[field], field).filter(isFields);
    const ports = listAt(rule["ports"], "ports").filter(isFields);
    return [
      ...openEnds(place, peers, ports),
      ...orForms({ ...place, at: `${place.at}.${field}` }, peers),
      ...peers.flatMap((peer, at) => peerSlips(`${place.at}.${field}[${at}]`, peer)),
      ...portSlips(place.at, ports),
    ];
  });
}

function openEnds(
  { at, everybody }: Place,
  peers: readonly Fields[],
  ports: readonly Fields[],
): readonly Slip[] {
  const slips: Slip[] = [];
  if (peers.length === 0)
    slips.push({
      rule: "no-peers",
      message: `${at} names no peer: it opens the ports ${everybody}`,
    });
  if (ports.length === 0)
    slips.push({ rule: "no-ports", message: `${at} names no port: it opens all of them` });
  return slips;
}

/** `- namespaceSelector` and `- podSelector` as two elements mean either, not both. */
function orForms({ at }: Place, peers: readonly Fields[]): readonly Slip[] {
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

function peerSlips(
  at: string,
  { namespaceSelector, podSelector, ipBlock }: Fields,
): readonly Slip[] {
  const slips: Slip[] = [];
  if (isFields(namespaceSelector)) {
    if (isEmpty(namespaceSelector))
      slips.push({
        rule: "every-namespace",
        message: `${at}.namespaceSelector is empty: it selects every namespace`,
      });
    else if (fieldsAt(namespaceSelector["matchLabels"], at)[NAMESPACE_NAME_LABEL] === undefined)
      slips.push({
        rule: "namespace-by-label",
        message: `${at}.namespaceSelector does not name ${NAMESPACE_NAME_LABEL}: whoever may label a namespace may join`,
      });
  }
  if (isFields(podSelector) ? isEmpty(podSelector) : isFields(namespaceSelector))
    slips.push({
      rule: "every-pod",
      message: `${at} names no pod: it selects every pod of the namespace`,
    });
  if (isFields(ipBlock)) slips.push(...blockSlips(at, ipBlock));
  return slips;
}

function blockSlips(at: string, { cidr, except }: Fields): readonly Slip[] {
  const isWorld = /^(0\.0\.0\.0|::)\/0$/.test(String(cidr));
  if (!isWorld || listAt(except, at).length > 0) return [];
  return [
    {
      rule: "whole-world",
      message: `${at}.ipBlock is the whole world, with pods, nodes and the cloud's metadata; add except`,
    },
  ];
}

function portSlips(at: string, ports: readonly Fields[]): readonly Slip[] {
  const protocols = (wanted: unknown) =>
    ports.filter(({ port }) => port === wanted).map(({ protocol }) => protocol ?? "TCP");
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
        ? [{ rule: "missing-protocol", message: `${at}.ports[${index}] means TCP: say so` }]
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
