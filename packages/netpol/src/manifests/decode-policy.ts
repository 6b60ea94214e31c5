import { type Fields, fieldsAt, intAt, labelsAt, listAt, stringAt } from "./fields.ts";

/** A policy as the API server decodes it: absent strings are empty. Decoding checks only types. */
export interface DecodedPolicy {
  readonly metadata: DecodedMetadata;
  readonly podSelector: DecodedSelector;
  readonly policyTypes: readonly string[];
  readonly ingress: readonly DecodedRule[];
  readonly egress: readonly DecodedRule[];
}

export interface DecodedMetadata {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly finalizers: readonly string[];
  readonly ownerReferences: readonly DecodedOwner[];
}

export interface DecodedOwner {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller: boolean;
}

export interface DecodedSelector {
  readonly labels: Readonly<Record<string, string>>;
  readonly expressions: readonly DecodedExpression[];
}

export interface DecodedExpression {
  readonly key: string;
  readonly operator: string;
  readonly values: readonly string[];
}

export interface DecodedRule {
  readonly peers: readonly DecodedPeer[];
  readonly ports: readonly DecodedPort[];
}

export interface DecodedPeer {
  readonly podSelector?: DecodedSelector;
  readonly namespaceSelector?: DecodedSelector;
  readonly ipBlock?: DecodedBlock;
}

export interface DecodedBlock {
  readonly cidr: string;
  readonly except: readonly string[];
}

export interface DecodedPort {
  readonly protocol?: string;
  readonly port?: number | string;
  readonly endPort?: number;
}

/**
 * Decodes a policy.
 * @throws ManifestError for a value with a wrong type, which the API server cannot decode
 */
export function decodePolicy(policy: Fields, where: string): DecodedPolicy {
  const spec = fieldsAt(policy["spec"], `${where}: spec`);
  const at = `${where}: spec`;
  return {
    metadata: decodeMetadata(policy["metadata"], `${where}: metadata`),
    podSelector: decodeSelector(spec["podSelector"], `${at}.podSelector`),
    policyTypes: stringsAt(spec["policyTypes"], `${at}.policyTypes`),
    ingress: decodeRules(spec["ingress"], "from", `${at}.ingress`),
    egress: decodeRules(spec["egress"], "to", `${at}.egress`),
  };
}

function decodeMetadata(value: unknown, at: string): DecodedMetadata {
  const metadata = fieldsAt(value, at);
  return {
    name: stringAt(metadata["name"], `${at}.name`),
    namespace: stringAt(metadata["namespace"], `${at}.namespace`),
    labels: labelsAt(metadata["labels"], `${at}.labels`),
    annotations: labelsAt(metadata["annotations"], `${at}.annotations`),
    finalizers: stringsAt(metadata["finalizers"], `${at}.finalizers`),
    ownerReferences: listAt(metadata["ownerReferences"], `${at}.ownerReferences`).map(
      (element, index) => decodeOwner(element, `${at}.ownerReferences[${index}]`),
    ),
  };
}

function decodeOwner(value: unknown, at: string): DecodedOwner {
  const owner = fieldsAt(value, at);
  return {
    apiVersion: stringAt(owner["apiVersion"], `${at}.apiVersion`),
    kind: stringAt(owner["kind"], `${at}.kind`),
    name: stringAt(owner["name"], `${at}.name`),
    uid: stringAt(owner["uid"], `${at}.uid`),
    controller: owner["controller"] === true,
  };
}

function decodeSelector(value: unknown, at: string): DecodedSelector {
  const selector = fieldsAt(value, at);
  return {
    labels: labelsAt(selector["matchLabels"], `${at}.matchLabels`),
    expressions: listAt(selector["matchExpressions"], `${at}.matchExpressions`).map(
      (element, index) => decodeExpression(element, `${at}.matchExpressions[${index}]`),
    ),
  };
}

function decodeExpression(value: unknown, at: string): DecodedExpression {
  const expression = fieldsAt(value, at);
  return {
    key: stringAt(expression["key"], `${at}.key`),
    operator: stringAt(expression["operator"], `${at}.operator`),
    values: stringsAt(expression["values"], `${at}.values`),
  };
}

function decodeRules(value: unknown, peers: "from" | "to", where: string): readonly DecodedRule[] {
  return listAt(value, where).map((element, index) => {
    const at = `${where}[${index}]`;
    const rule = fieldsAt(element, at);
    return {
      peers: listAt(rule[peers], `${at}.${peers}`).map((peer, peerIndex) =>
        decodePeer(peer, `${at}.${peers}[${peerIndex}]`),
      ),
      ports: listAt(rule["ports"], `${at}.ports`).map((port, portIndex) =>
        decodePort(port, `${at}.ports[${portIndex}]`),
      ),
    };
  });
}

function decodePeer(value: unknown, at: string): DecodedPeer {
  const { podSelector, namespaceSelector, ipBlock } = fieldsAt(value, at);
  return {
    ...(isSet(podSelector) && { podSelector: decodeSelector(podSelector, `${at}.podSelector`) }),
    ...(isSet(namespaceSelector) && {
      namespaceSelector: decodeSelector(namespaceSelector, `${at}.namespaceSelector`),
    }),
    ...(isSet(ipBlock) && { ipBlock: decodeBlock(ipBlock, `${at}.ipBlock`) }),
  };
}

function decodeBlock(value: unknown, at: string): DecodedBlock {
  const block = fieldsAt(value, at);
  return {
    cidr: stringAt(block["cidr"], `${at}.cidr`),
    except: stringsAt(block["except"], `${at}.except`),
  };
}

function decodePort(value: unknown, at: string): DecodedPort {
  const { protocol, port, endPort } = fieldsAt(value, at);
  return {
    ...(isSet(protocol) && { protocol: stringAt(protocol, `${at}.protocol`) }),
    ...(isSet(port) && { port: typeof port === "string" ? port : intAt(port, `${at}.port`) }),
    ...(isSet(endPort) && { endPort: intAt(endPort, `${at}.endPort`) }),
  };
}

function stringsAt(value: unknown, where: string): readonly string[] {
  return listAt(value, where).map((element, at) => stringAt(element, `${where}[${at}]`));
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}
