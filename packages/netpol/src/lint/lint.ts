import { type Fields, fieldsAt, isFields, listAt } from "../manifests/fields.ts";
import { isNetworkPolicy, objectName } from "../manifests/read-cluster.ts";
import type { ManifestObject } from "../manifests/yaml-documents.ts";
import type { LintFinding, RuleFinding } from "./lint-finding.ts";
import { namespaceFindings } from "./namespace-findings.ts";
import { NETWORK_POLICY, unknownFields } from "./policy-schema.ts";
import { refusedFindings } from "./refused-findings.ts";
import { ruleFindings } from "./rule-findings.ts";
import { selectorFindings } from "./selector-findings.ts";

export function lintManifests(objects: readonly ManifestObject[]): readonly LintFinding[] {
  const policies = objects.filter(({ fields }) => isNetworkPolicy(fields));
  return [
    ...policies.flatMap((object) =>
      lintPolicy(object).map((finding) => ({
        ...finding,
        policy: objectName(object),
        source: object.source,
      })),
    ),
    ...namespaceFindings(objects),
  ];
}

function lintPolicy(object: ManifestObject): readonly RuleFinding[] {
  const { fields } = object;
  const refused = refusedFindings(fields, objectName(object));
  const unknown = unknownFields(fields, NETWORK_POLICY).map(
    (at): RuleFinding => ({
      rule: "unknown-field",
      message: `${at} is not a field of NetworkPolicy; the API server drops it, or refuses the policy`,
    }),
  );
  // Skips the other rules, because they would fail on malformed fields.
  if (refused.some(({ rule }) => rule === "refused")) return [...refused, ...unknown];
  const spec = fieldsAt(fields["spec"], "spec");
  return [
    ...refused,
    ...unknown,
    ...headFindings(fields, spec),
    ...typeFindings(spec),
    ...selectorFindings(spec),
    ...(["ingress", "egress"] as const).flatMap((direction) => ruleFindings(spec, direction)),
  ];
}

function headFindings(fields: Fields, spec: Fields): readonly RuleFinding[] {
  const metadata = fieldsAt(fields["metadata"], "metadata");
  const findings: RuleFinding[] = [];
  if (fields["apiVersion"] !== "networking.k8s.io/v1")
    findings.push({ rule: "api-version", message: "apiVersion must be networking.k8s.io/v1" });
  if (metadata["namespace"] === undefined)
    findings.push({
      rule: "missing-namespace",
      message:
        "metadata.namespace is missing: the policy is created in the namespace that the client has selected",
    });
  if (!isFields(spec["podSelector"]))
    findings.push({
      rule: "missing-pod-selector",
      message:
        "spec.podSelector is missing: the policy binds every pod; write {} if that is intended",
    });
  return findings;
}

function typeFindings(spec: Fields): readonly RuleFinding[] {
  const types = listAt(spec["policyTypes"], "spec.policyTypes");
  if (types.length === 0)
    return [
      {
        rule: "missing-policy-types",
        message:
          "spec.policyTypes is missing: Egress then counts only if there is an egress rule; name what the policy closes",
      },
    ];
  const ignored = [
    ["Ingress", "ingress"],
    ["Egress", "egress"],
  ].filter(([type = "", field = ""]) => !types.includes(type) && spec[field] !== undefined);
  return ignored.map(([type, field]) => ({
    rule: "ignored-rules",
    message: `spec.${field} is ignored: policyTypes does not contain ${type}`,
  }));
}
