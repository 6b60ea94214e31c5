import { type Fields, fieldsAt, isFields, listAt } from "../manifests/fields.ts";
import type { RuleFinding } from "./lint-finding.ts";

/**
 * Labels that depend on a replica or a role. If a policy selects by them, the pods to which it
 * applies change unpredictably.
 */
const MOVING = [
  "cnpg.io/instanceRole",
  "cnpg.io/instanceName",
  "role",
  "pod-template-hash",
  "controller-revision-hash",
  "statefulset.kubernetes.io/pod-name",
  "apps.kubernetes.io/pod-index",
  "job-name",
  "batch.kubernetes.io/job-name",
  "controller-uid",
  "batch.kubernetes.io/controller-uid",
];

export function selectorFindings(spec: Fields): readonly RuleFinding[] {
  return selectors(spec, "spec").flatMap(({ at, selector }) => {
    const labels = Object.keys(fieldsAt(selector["matchLabels"], at));
    const expressions = listAt(selector["matchExpressions"], at).filter(isFields);
    const keys = [...labels, ...expressions.map(({ key }) => String(key))];
    return [
      ...keys
        .filter((key) => MOVING.includes(key))
        .map((key) => ({
          rule: "moving-label",
          message: `${at} selects by ${key}, which changes from pod to pod`,
        })),
      ...expressions
        .filter(({ operator }) => operator === "NotIn" || operator === "DoesNotExist")
        .map(({ key, operator }) => ({
          rule: "negative-selector",
          message: `${at}: ${String(operator)} also selects everything without the label ${String(key)}; name what you mean`,
        })),
    ];
  });
}

function selectors(
  value: unknown,
  at: string,
): readonly { readonly at: string; readonly selector: Fields }[] {
  if (Array.isArray(value))
    return value.flatMap((element, index) => selectors(element, `${at}[${index}]`));
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    (name === "podSelector" || name === "namespaceSelector") && isFields(inner)
      ? [{ at: `${at}.${name}`, selector: inner }]
      : selectors(inner, `${at}.${name}`),
  );
}
