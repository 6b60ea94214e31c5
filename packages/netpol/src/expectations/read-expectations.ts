import {
  type Fields,
  fieldsAt,
  labelsAt,
  listAt,
  portAt,
  textAt,
  textsAt,
} from "../manifests/fields.ts";
import { ManifestError } from "../manifests/manifest-error.ts";
import { readProtocol } from "../manifests/read-policy.ts";
import { readYamlMapping } from "../manifests/yaml-documents.ts";
import { addresses } from "../semantics/addresses.ts";
import { anyOf, type Connections, ports } from "../semantics/connections.ts";
import type {
  Expectations,
  ExpectedEdge,
  OtherPolicy,
  OutsideZone,
  PlatformPod,
} from "./expectations.ts";

/**
 * Parses the expectations. It ignores an edge whose `only` does not list `variant`.
 * @throws ManifestError for invalid or unknown fields, and when edges depend on a variant but
 * `variant` is undefined
 */
export function readExpectations(
  text: string,
  source: string,
  variant: string | undefined,
): Expectations {
  const fields = readYamlMapping(text, source);
  const at = (name: string) => `${source}: ${name}`;
  known(fields, source, [
    ...["variants", "zones", "sandboxes", "proxies", "platform", "outside", "edges"],
    "notEvaluated",
  ]);
  const sandboxes = fieldsAt(fields["sandboxes"], at("sandboxes"));
  const variants = textsAt(fields["variants"], at("variants"));
  if (variants.length > 0 && (variant === undefined || !variants.includes(variant)))
    throw new ManifestError(
      `${source} depends on the variant; choose one of ${variants.join(", ")} with --variant`,
    );
  return {
    zones: textsAt(fields["zones"], at("zones")),
    sandboxes: {
      a: readSandbox(sandboxes["a"], at("sandboxes.a")),
      b: readSandbox(sandboxes["b"], at("sandboxes.b")),
    },
    proxies: textsAt(fields["proxies"], at("proxies")),
    platform: named(fields["platform"], at("platform"), readPlatformPod),
    outside: named(fields["outside"], at("outside"), readZone),
    edges: listAt(fields["edges"], at("edges")).flatMap((edge, index) =>
      readEdges(fieldsAt(edge, at("edges")), at(`edges[${index}]`), variants, variant),
    ),
    notEvaluated: listAt(fields["notEvaluated"], at("notEvaluated")).map((element, index) =>
      readOtherPolicy(fieldsAt(element, at("notEvaluated")), at(`notEvaluated[${index}]`)),
    ),
  };
}

/**
 * Reads the members of a sandbox.
 * @throws ManifestError for an empty list, because a check without workloads would always pass
 */
function readSandbox(value: unknown, where: string): readonly string[] {
  const members = oneOrMore(value, where);
  if (members.length === 0) throw new ManifestError(`${where} is empty`);
  return members;
}

function named<T>(
  value: unknown,
  where: string,
  read: (name: string, fields: Fields, where: string) => T,
): readonly T[] {
  return Object.entries(fieldsAt(value, where)).map(([name, element]) =>
    read(name, fieldsAt(element, `${where}.${name}`), `${where}.${name}`),
  );
}

function readPlatformPod(name: string, fields: Fields, where: string): PlatformPod {
  known(fields, where, ["namespace", "labels", "ports"]);
  return {
    name,
    namespace: textAt(fields["namespace"], `${where}.namespace`),
    labels: labelsAt(fields["labels"], `${where}.labels`),
    ports: listAt(fields["ports"], `${where}.ports`).map((element) => {
      const port = fieldsAt(element, `${where}.ports`);
      known(port, `${where}.ports`, ["name", "port", "protocol"]);
      return {
        name: textAt(port["name"], `${where}.ports: name`),
        port: portAt(port["port"], `${where}.ports: port`),
        protocol: readProtocol(port["protocol"], `${where}.ports: protocol`),
      };
    }),
  };
}

function readZone(name: string, fields: Fields, where: string): OutsideZone {
  known(fields, where, ["cidrs", "except", "machines", "atMost"]);
  const { atMost } = fields;
  if (typeof atMost === "number" && Number.isInteger(atMost) && atMost > 0)
    return { name, kind: "few", atMost };
  const cidrs = textsAt(fields["cidrs"], `${where}.cidrs`);
  if (cidrs.length === 0) throw new ManifestError(`${where} needs cidrs, or atMost (a number)`);
  const except = textsAt(fields["except"], `${where}.except`);
  const machines = fields["machines"] === true;
  return { name, kind: "blocks", addresses: addresses(cidrs, except), machines };
}

function readEdges(
  fields: Fields,
  where: string,
  variants: readonly string[],
  variant: string | undefined,
): readonly ExpectedEdge[] {
  known(fields, where, ["from", "to", "ports", "only", "optional", "mayBeClosed"]);
  const only = textsAt(fields["only"], `${where}.only`);
  const unknown = only.find((each) => !variants.includes(each));
  if (unknown !== undefined)
    throw new ManifestError(`${where}.only: ${unknown} is not one of the file's variants`);
  if (only.length > 0 && !only.some((each) => each === variant)) return [];
  const connections = readPorts(textsAt(fields["ports"], `${where}.ports`), `${where}.ports`);
  const optional = fields["optional"] === true;
  const mayBeClosed = fields["mayBeClosed"] === true;
  return oneOrMore(fields["from"], `${where}.from`).flatMap((from) =>
    oneOrMore(fields["to"], `${where}.to`).map((to) => ({
      ...{ from, to, connections, optional, mayBeClosed },
    })),
  );
}

function readOtherPolicy(fields: Fields, where: string): OtherPolicy {
  known(fields, where, ["policy", "sha256", "opens"]);
  const sha256 = textAt(fields["sha256"], `${where}.sha256`);
  if (!/^[0-9a-f]{64}$/.test(sha256))
    throw new ManifestError(`${where}.sha256 must be 64 lower-case hexadecimal digits`);
  return {
    policy: textAt(fields["policy"], `${where}.policy`),
    sha256,
    opens: listAt(fields["opens"], `${where}.opens`).flatMap((element) => {
      const edge = fieldsAt(element, `${where}.opens`);
      known(edge, `${where}.opens`, ["from", "to"]);
      return oneOrMore(edge["to"], `${where}.opens: to`).map((to) => ({
        from: textAt(edge["from"], `${where}.opens: from`),
        to,
      }));
    }),
  };
}

function oneOrMore(value: unknown, where: string): readonly string[] {
  return Array.isArray(value) ? textsAt(value, where) : [textAt(value, where)];
}

function readPorts(texts: readonly string[], where: string): Connections {
  if (texts.length === 0) throw new ManifestError(`${where} is empty`);
  return anyOf(
    texts.map((text) => {
      const [, name, first, last = first] = /^([A-Z]+)\/(\d+)(?:-(\d+))?$/.exec(text) ?? [];
      if (name === undefined) throw new ManifestError(`${where}: ${text} must look like TCP/443`);
      const protocol = readProtocol(name, where);
      return ports(protocol, portAt(Number(first), where), portAt(Number(last), where));
    }),
  );
}

function known(fields: Fields, where: string, names: readonly string[]): void {
  const unknown = Object.keys(fields).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new ManifestError(`${where}: unknown field ${unknown}; known are ${names.join(", ")}`);
}
