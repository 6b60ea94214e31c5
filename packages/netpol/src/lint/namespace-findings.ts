import { NAMESPACE_NAME_LABEL } from "../manifests/cluster.ts";
import { fieldsAt } from "../manifests/fields.ts";
import { isNetworkPolicy, objectName } from "../manifests/read-cluster.ts";
import type { ManifestObject } from "../manifests/yaml-documents.ts";
import type { LintFinding } from "./lint-finding.ts";

export function namespaceFindings(objects: readonly ManifestObject[]): readonly LintFinding[] {
  const declared = objects.filter(({ fields }) => fields["kind"] === "Namespace");
  const names = new Set(declared.map((object) => metadata(object)["name"]));
  const undeclared =
    names.size === 0
      ? []
      : objects
          .filter(({ fields }) => isNetworkPolicy(fields))
          .filter((object) => {
            const { namespace } = metadata(object);
            return namespace !== undefined && !names.has(namespace);
          });
  const mislabeled = declared.filter((object) => {
    const label = fieldsAt(metadata(object)["labels"], "labels")[NAMESPACE_NAME_LABEL];
    return label !== undefined && label !== metadata(object)["name"];
  });
  return [
    ...undeclared.map((object) => ({
      rule: "unknown-namespace",
      message: `namespace ${String(metadata(object)["namespace"])} is not declared`,
      policy: objectName(object),
      source: object.source,
    })),
    ...mislabeled.map((object) => ({
      rule: "namespace-name-label",
      message: `${NAMESPACE_NAME_LABEL} is not the namespace's own name; the API server sets it`,
      policy: objectName(object),
      source: object.source,
    })),
  ];
}

function metadata({ fields }: ManifestObject) {
  return fieldsAt(fields["metadata"], "metadata");
}
