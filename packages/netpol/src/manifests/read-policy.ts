import {
  type Direction,
  type NetworkPolicy,
  type PolicyPeer,
  type PolicyPort,
  type PolicyRule,
  PROTOCOLS,
  type Protocol,
} from "./cluster.ts";
import { type Fields, fieldsAt, listAt, portAt, textAt, textsAt } from "./fields.ts";
import { ManifestError } from "./manifest-error.ts";
import { readSelector } from "./read-selector.ts";

const DIRECTIONS: readonly Direction[] = ["Ingress", "Egress"];

/**
 * Has the defaults of the API server, which ignores unknown fields; `lintManifests` reports them.
 * @throws ManifestError for what the API server refuses
 */
export function readPolicy(policy: Fields, where: string): NetworkPolicy {
  const metadata = fieldsAt(policy["metadata"], `${where}: metadata`);
  const spec = fieldsAt(policy["spec"], `${where}: spec`);
  const at = `${where}: spec`;
  const ingress = readRules(spec["ingress"], "from", `${at}.ingress`);
  const egress = readRules(spec["egress"], "to", `${at}.egress`);
  return {
    namespace: textAt(metadata["namespace"] ?? "default", `${where}: metadata.namespace`),
    name: textAt(metadata["name"], `${where}: metadata.name`),
    podSelector: readSelector(spec["podSelector"], `${at}.podSelector`),
    types: readTypes(spec["policyTypes"], egress.length > 0, `${at}.policyTypes`),
    ingress,
    egress,
  };
}

/** Without policyTypes a policy is about ingress, and about egress only when it has a rule for it. */
function readTypes(value: unknown, hasEgress: boolean, where: string): readonly Direction[] {
  const given = listAt(value, where);
  if (given.length === 0) return hasEgress ? DIRECTIONS : ["Ingress"];
  return given.map((type) => {
    const known = DIRECTIONS.find((direction) => direction === type);
    if (known === undefined)
      throw new ManifestError(`${where} may only contain Ingress and Egress`);
    return known;
  });
}

function readRules(value: unknown, peers: "from" | "to", where: string): readonly PolicyRule[] {
  return listAt(value, where).map((element, index) => {
    const at = `${where}[${index}]`;
    const rule = fieldsAt(element, at);
    return {
      peers: listAt(rule[peers], `${at}.${peers}`).map((peer, peerIndex) =>
        readPeer(fieldsAt(peer, at), `${at}.${peers}[${peerIndex}]`),
      ),
      ports: listAt(rule["ports"], `${at}.ports`).map((port, portIndex) =>
        readPort(fieldsAt(port, at), `${at}.ports[${portIndex}]`),
      ),
    };
  });
}

function readPeer(peer: Fields, where: string): PolicyPeer {
  const { podSelector, namespaceSelector, ipBlock } = peer;
  const selects = isSet(podSelector) || isSet(namespaceSelector);
  if (isSet(ipBlock)) {
    if (selects)
      throw new ManifestError(`${where} has both ipBlock and a selector: use one of them`);
    return readAddresses(fieldsAt(ipBlock, `${where}.ipBlock`), `${where}.ipBlock`);
  }
  if (!selects) throw new ManifestError(`${where} needs podSelector, namespaceSelector or ipBlock`);
  return {
    kind: "pods",
    ...(isSet(podSelector)
      ? { podSelector: readSelector(podSelector, `${where}.podSelector`) }
      : {}),
    ...(isSet(namespaceSelector)
      ? { namespaceSelector: readSelector(namespaceSelector, `${where}.namespaceSelector`) }
      : {}),
  };
}

function readAddresses(block: Fields, where: string): PolicyPeer {
  return {
    kind: "addresses",
    cidr: textAt(block["cidr"], `${where}.cidr`),
    except: textsAt(block["except"], `${where}.except`),
  };
}

function readPort(port: Fields, where: string): PolicyPort {
  const protocol = readProtocol(port["protocol"], `${where}.protocol`);
  const { port: value, endPort } = port;
  if (!isSet(endPort))
    return isSet(value) ? { protocol, port: readPortValue(value, where) } : { protocol };
  const first = portAt(value, `${where}.port (with an endPort)`);
  const last = portAt(endPort, `${where}.endPort`);
  if (last < first) throw new ManifestError(`${where}.endPort is less than port`);
  return { protocol, port: first, endPort: last };
}

function readPortValue(value: unknown, where: string): number | string {
  if (typeof value !== "string") return portAt(value, `${where}.port`);
  if (/^(?!\d+$)[a-z0-9]([a-z0-9-]{0,13}[a-z0-9])?$/.test(value)) return value;
  throw new ManifestError(`${where}.port is neither a number nor the name of a port: ${value}`);
}

/** @throws ManifestError for another protocol than TCP (the default), UDP and SCTP */
export function readProtocol(value: unknown, where: string): Protocol {
  if (!isSet(value)) return "TCP";
  const known = PROTOCOLS.find((protocol) => protocol === value);
  if (known === undefined) throw new ManifestError(`${where} must be TCP, UDP or SCTP`);
  return known;
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}
