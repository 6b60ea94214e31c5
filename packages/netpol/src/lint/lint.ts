import { type Fields, fieldsAt, isFields, listAt } from "../manifests/fields.ts";
import { isNetworkPolicy, objectName } from "../manifests/read-cluster.ts";
import type { ManifestObject } from "../manifests/yaml-documents.ts";
import { namespaceSlips } from "./namespace-slips.ts";
import { NETWORK_POLICY, unknownFields } from "./policy-schema.ts";
import { refusedSlips } from "./refused-slips.ts";
import { ruleSlips } from "./rule-slips.ts";
import { selectorSlips } from "./selector-slips.ts";
import type { LintFinding, Slip } from "./slip.ts";

/**
 * Looks for slips in NetworkPolicies: fields that the API server ignores or refuses, and forms that open more
 * than they seem to.
 */
export function lintManifests(objects: readonly ManifestObject[]): readonly LintFinding[] {
  const policies = objects.filter(({ fields }) => isNetworkPolicy(fields));
  return [
    ...policies.flatMap((object) =>
      lintPolicy(object).map((slip) => ({
        ...slip,
        policy: objectName(object),
        source: object.source,
      })),
    ),
    ...namespaceSlips(objects),
  ];
}

function lintPolicy(object: ManifestObject): readonly Slip[] {
  const { fields } = object;
  const refused = refusedSlips(fields, objectName(object));
  const unknown = unknownFields(fields, NETWORK_POLICY).map(
    (at): Slip => ({
      rule: "unknown-field",
      message: `${at} is no field of NetworkPolicy; the API server drops it, or refuses the policy`,
    }),
  );
  // The others read fields on, which malformed ones would make fail.
  if (refused.some(({ rule }) => rule === "refused")) return [...refused, ...unknown];
  const spec = fieldsAt(fields["spec"], "spec");
  return [
    ...refused,
    ...unknown,
    ...headSlips(fields, spec),
    ...typeSlips(spec),
    ...selectorSlips(spec),
    ...(["ingress", "egress"] as const).flatMap((direction) => ruleSlips(spec, direction)),
  ];
}

function headSlips(fields: Fields, spec: Fields): readonly Slip[] {
  const metadata = fieldsAt(fields["metadata"], "metadata");
  const slips: Slip[] = [];
  if (fields["apiVersion"] !== "networking.k8s.io/v1")
    slips.push({ rule: "api-version", message: "apiVersion must be networking.k8s.io/v1" });
  if (metadata["namespace"] === undefined)
    slips.push({
      rule: "missing-namespace",
      message: "metadata.namespace is missing: the policy lands wherever it is applied from",
    });
  if (!isFields(spec["podSelector"]))
    slips.push({
      rule: "missing-pod-selector",
      message: "spec.podSelector is missing: the policy binds every pod; write {} if it shall",
    });
  return slips;
}

function typeSlips(spec: Fields): readonly Slip[] {
  const types = listAt(spec["policyTypes"], "spec.policyTypes");
  if (types.length === 0)
    return [
      {
        rule: "missing-policy-types",
        message:
          "spec.policyTypes is missing: Egress then counts only where a rule for it stands; name what the policy closes",
      },
    ];
  const ignored = [
    ["Ingress", "ingress"],
    ["Egress", "egress"],
  ].filter(([type = "", field = ""]) => !types.includes(type) && spec[field] !== undefined);
  return ignored.map(([type, field]) => ({
    rule: "ignored-rules",
    message: `spec.${field} does not count: policyTypes does not hold ${type}`,
  }));
}
