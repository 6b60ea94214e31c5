import { stringify } from "yaml";
import { type Fields, fieldsAt, listAt } from "../../src/manifests/fields.ts";
import { type ManifestObject, readYamlDocuments } from "../../src/manifests/yaml-documents.ts";
import { asStored, metadataOf, specOf } from "./as-stored.ts";
import { withCreated } from "./controllers.ts";
import { platform } from "./platform.ts";

/** The kinds of `kubectl get -A ns,pods,svc,networkpolicies`. */
export const PODS_ONLY = ["Namespace", "Pod", "Service", "NetworkPolicy"] as const;

/**
 * The kinds of `kubectl get -A ns,all,networkpolicies`, without those that RabbitMQ's operator adds
 * to `all`.
 */
export const ALL = [
  ...PODS_ONLY,
  ...["Deployment", "ReplicaSet", "StatefulSet", "DaemonSet", "Job", "CronJob"],
] as const;

export const WITH_OPERATORS = [...ALL, "Cluster", "RabbitmqCluster"] as const;

export function liveObjects(manifests: readonly ManifestObject[]): readonly Fields[] {
  return [...manifests.flatMap(({ fields }) => withCreated(defaulted(fields))), ...platform()];
}

/** Returns the output of `kubectl get -o yaml` for these kinds and for policies of other kinds. */
export function kubectlGet(objects: readonly Fields[], kinds: readonly string[]): string {
  const items = objects.filter(({ kind }) => {
    const name = String(kind);
    return kinds.includes(name) || (name !== "NetworkPolicy" && name.endsWith("NetworkPolicy"));
  });
  const list = { apiVersion: "v1", items, kind: "List", metadata: { resourceVersion: "" } };
  return stringify(list, { aliasDuplicateObjects: false });
}

export function readKubectl(text: string): readonly ManifestObject[] {
  return readYamlDocuments(text, "cluster.yaml");
}

export function asObjects(objects: readonly Fields[]): readonly ManifestObject[] {
  return objects.map((fields, at) => ({ source: `cluster.yaml, item ${at + 1}`, fields }));
}

function defaulted(object: Fields): Fields {
  const spec = specOf(object);
  const metadata = metadataOf(object);
  switch (object["kind"]) {
    case "Namespace": {
      const labels = fieldsAt(metadata["labels"], "labels");
      const name = { "kubernetes.io/metadata.name": metadata["name"] };
      return { ...object, metadata: { ...metadata, labels: { ...labels, ...name } } };
    }
    case "Service": {
      const address = spec["clusterIP"] ?? "10.96.9.9";
      return {
        ...object,
        spec: { ...SERVICE, ...spec, ...addressesOf(address), ports: ports(spec) },
      };
    }
    default:
      return object;
  }
}

const SERVICE = {
  internalTrafficPolicy: "Cluster",
  ipFamilies: ["IPv4"],
  ipFamilyPolicy: "SingleStack",
  sessionAffinity: "None",
  type: "ClusterIP",
};

function addressesOf(address: unknown): Fields {
  return { clusterIP: address, clusterIPs: [address] };
}

function ports(spec: Fields): readonly Fields[] {
  return listAt(spec["ports"], "ports").map((element) => {
    const port = fieldsAt(element, "port");
    return { protocol: "TCP", targetPort: port["port"], ...port };
  });
}

export function byHand(object: Fields): readonly Fields[] {
  return [
    asStored(object, object["kind"] === "Pod" ? { phase: "Running", podIP: "10.244.9.9" } : {}),
  ];
}
