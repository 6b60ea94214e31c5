import type { ContainerPort, Labels, PlainWorkload } from "./cluster.ts";
import { type Fields, fieldsAt, labelsAt } from "./fields.ts";

type Named = Pick<PlainWorkload, "kind" | "namespace" | "name">;
type OperatorPods = Pick<PlainWorkload, "labels" | "ports">;

const OPERATORS: ReadonlyMap<
  string,
  (object: Fields, named: Named, where: string) => OperatorPods
> = new Map([
  ["postgresql.cnpg.io/Cluster", cloudNativePostgres],
  ["postgresql.cnpg.io/Pooler", cloudNativePooler],
  ["rabbitmq.com/RabbitmqCluster", rabbitmq],
]);

/**
 * Returns the workload of an operator's custom resource, with the labels and ports that the
 * operator documents.
 */
export function operatorWorkload(
  object: Fields,
  named: Named,
  where: string,
): PlainWorkload | undefined {
  const [group = ""] = String(object["apiVersion"]).split("/");
  const read = OPERATORS.get(`${group}/${named.kind}`);
  if (read === undefined) return undefined;
  const hostNetwork = at(object, ["spec", "template", "spec"], where)["hostNetwork"] === true;
  return { ...named, ...read(object, named, where), hostNetwork, addresses: [] };
}

/**
 * Returns the pods of a CloudNativePG cluster, with the labels of the primary. All pods have the
 * cluster's label. `lintManifests` reports policies that select by the role, because it can change.
 */
function cloudNativePostgres(object: Fields, { name }: Named, where: string): OperatorPods {
  const spec = fieldsAt(object["spec"], `${where}: spec`);
  const inherited = fieldsAt(spec["inheritedMetadata"], `${where}: spec.inheritedMetadata`);
  return {
    labels: {
      ...labelsAt(inherited["labels"], `${where}: spec.inheritedMetadata.labels`),
      "cnpg.io/cluster": name,
      "cnpg.io/podRole": "instance",
      "cnpg.io/instanceRole": "primary",
      role: "primary",
    },
    ports: tcp([
      ["postgresql", 5432],
      ["metrics", 9187],
      ["status", 8000],
    ]),
  };
}

function cloudNativePooler(object: Fields, { name }: Named, where: string): OperatorPods {
  const template = at(object, ["spec", "template", "metadata"], where);
  const cluster = at(object, ["spec", "cluster"], where)["name"];
  return {
    labels: {
      ...labelsAt(template["labels"], `${where}: labels of the pods`),
      ...labelsAt({ "cnpg.io/cluster": cluster }, `${where}: spec.cluster`),
      "cnpg.io/poolerName": name,
      "cnpg.io/podRole": "pooler",
    },
    ports: tcp([
      ["pgbouncer", 5432],
      ["metrics", 9127],
    ]),
  };
}

function rabbitmq(object: Fields, { name }: Named, where: string): OperatorPods {
  const tls = at(object, ["spec", "tls"], where);
  const override = ["spec", "override", "statefulSet", "spec", "template", "metadata"];
  const plainPorts: [string, number][] = [
    ["amqp", 5672],
    ["management", 15_672],
    ["prometheus", 15_692],
  ];
  const tlsPorts: [string, number][] = [
    ["amqps", 5671],
    ["management-tls", 15_671],
    ["prometheus-tls", 15_691],
  ];
  const labels: Labels = {
    "app.kubernetes.io/name": name,
    "app.kubernetes.io/component": "rabbitmq",
    "app.kubernetes.io/part-of": "rabbitmq",
    ...labelsAt(at(object, override, where)["labels"], `${where}: labels of the pods`),
  };
  return {
    labels,
    ports: tcp([
      ["epmd", 4369],
      ["cluster-rpc", 25_672],
      ...(tls["disableNonTLSListeners"] === true ? [] : plainPorts),
      ...(tls["secretName"] === undefined ? [] : tlsPorts),
    ]),
  };
}

function at(object: Fields, path: readonly string[], where: string): Fields {
  return path.reduce((fields, key) => fieldsAt(fields[key], `${where}: ${path.join(".")}`), object);
}

function tcp(ports: readonly (readonly [string, number])[]): readonly ContainerPort[] {
  return ports.map(([name, port]) => ({ name, port, protocol: "TCP" }));
}
