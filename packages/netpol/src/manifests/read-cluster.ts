import { canonicalJson, type JsonValue, sha256Hex } from "@veil/crypto";
import {
  type Cluster,
  type Labels,
  NAMESPACE_NAME_LABEL,
  type Namespace,
  type UnreadPolicy,
} from "./cluster.ts";
import { type Fields, fieldsAt, labelsAt, textAt } from "./fields.ts";
import { kindsNotRead } from "./kinds.ts";
import { ManifestError } from "./manifest-error.ts";
import { mergeWorkloads, type Observation } from "./merge-workloads.ts";
import { type Owner, topOwners } from "./owners.ts";
import { readPolicy } from "./read-policy.ts";
import { readService } from "./read-service.ts";
import { isInUse, readWorkload } from "./read-workloads.ts";
import type { ManifestObject } from "./yaml-documents.ts";

export function objectName({ fields }: ManifestObject): string {
  const metadata = fieldsAt(fields["metadata"], "metadata");
  const { namespace, name, generateName } = metadata;
  const path = [namespace, name ?? generateName ?? "(no name)"].filter(
    (part) => typeof part === "string",
  );
  return `${String(fields["kind"])} ${path.join("/")}`;
}

/**
 * Returns whether an object is a NetworkPolicy of Kubernetes. Calico has a kind with the same name.
 */
export function isNetworkPolicy(fields: Fields): boolean {
  return (
    fields["kind"] === "NetworkPolicy" && /^(networking\.k8s\.io|extensions)\//.test(group(fields))
  );
}

/**
 * Reads all objects.
 * @throws ManifestError for objects that the API server would refuse, and for duplicates
 */
export function readCluster(objects: readonly ManifestObject[]): Cluster {
  refuseDoubles(objects);
  const read = <T>(reader: (fields: Fields, where: string) => T, kind: (f: Fields) => boolean) =>
    objects
      .filter(({ fields }) => kind(fields))
      .map((object) => reader(object.fields, `${object.source}: ${objectName(object)}`));
  const policies = read(readPolicy, isNetworkPolicy);
  const services = read(readService, isCore("Service"));
  const ownerOf = topOwners(objects.map(({ fields }) => fields));
  const observations = read(
    (fields, where) => observation(fields, where, ownerOf(fields)),
    (fields) => !isPolicyOfAnyKind(fields) && hasName(fields),
  ).filter((seen) => seen !== undefined);
  const workloads = mergeWorkloads(observations, policies);
  const declared = new Map(read(readNamespace, isCore("Namespace")));
  const used = [...policies, ...services, ...workloads].map(({ namespace }) => namespace);
  return {
    namespaces: namespaces(declared, used),
    workloads,
    services,
    policies,
    otherPolicies: objects
      .filter(({ fields }) => isPolicyOfAnyKind(fields) && !isNetworkPolicy(fields))
      .map(unreadPolicy),
    kindsNotRead: kindsNotRead(objects.map(({ fields }) => fields)),
    live: objects.some(({ fields }) => isWritten(fields)),
  };
}

function unreadPolicy(object: ManifestObject): UnreadPolicy {
  const { metadata: _metadata, status: _status, ...content } = object.fields;
  return {
    policy: objectName(object),
    sha256: sha256Hex(canonicalJson(content as { [field: string]: JsonValue })),
  };
}

function observation(fields: Fields, where: string, owner: Owner): Observation | undefined {
  const own = readWorkload(fields, where);
  if (own === undefined) return undefined;
  const isTop = owner.kind === own.kind && owner.name === own.name;
  return {
    workload: { ...own, ...owner },
    from: own.kind === "Pod" ? "pod" : isTop ? "template" : "between",
    inUse: isInUse(fields, where),
  };
}

/** Returns whether the object came from an API server, because only it sets a uid. */
function isWritten(fields: Fields): boolean {
  return fieldsAt(fields["metadata"], "metadata")["uid"] !== undefined;
}

function namespaces(
  declared: ReadonlyMap<string, Labels>,
  used: readonly string[],
): readonly Namespace[] {
  return [...new Set([...declared.keys(), ...used])].toSorted().map((name) => ({
    name,
    labels: { ...declared.get(name), [NAMESPACE_NAME_LABEL]: name },
  }));
}

function isPolicyOfAnyKind(fields: Fields): boolean {
  return /NetworkPolicy$/.test(String(fields["kind"]));
}

function isCore(kind: string): (fields: Fields) => boolean {
  return (fields) => fields["kind"] === kind && group(fields) === "v1";
}

function group(fields: Fields): string {
  return String(fields["apiVersion"]);
}

function hasName(fields: Fields): boolean {
  const { name, generateName } = fieldsAt(fields["metadata"], "metadata");
  return typeof (name ?? generateName) === "string";
}

function readNamespace(fields: Fields, where: string): [string, Labels] {
  const metadata = fieldsAt(fields["metadata"], `${where}: metadata`);
  return [
    textAt(metadata["name"], `${where}: metadata.name`),
    labelsAt(metadata["labels"], `${where}: metadata.labels`),
  ];
}

function refuseDoubles(objects: readonly ManifestObject[]): void {
  const seen = new Set<string>();
  for (const object of objects.filter(({ fields }) => hasName(fields))) {
    const [apiGroup = ""] = group(object.fields).split("/");
    const name = `${apiGroup} ${objectName(object)}`;
    if (seen.has(name))
      throw new ManifestError(`${object.source}: ${objectName(object)} is defined twice`);
    seen.add(name);
  }
}
