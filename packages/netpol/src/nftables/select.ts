import type { Labels, PolicyPeer, Selector } from "../manifests/cluster.ts";
import type { PlannedPod } from "./plan.ts";

/** Whether labels satisfy a selector: a transcription of the API's documentation, apart from the evaluator's. */
export function selectorMatches(selector: Selector, labels: Labels): boolean {
  const present = new Map(Object.entries(labels));
  return selector.every(({ key, operator, values }) => {
    const value = present.get(key);
    const isListed = value !== undefined && values.includes(value);
    if (operator === "In") return isListed;
    if (operator === "NotIn") return !isListed;
    return present.has(key) === (operator === "Exists");
  });
}

/** Whether a peer of a policy in `policyNamespace` selects a pod by its labels. */
export function peerSelects(
  peer: Extract<PolicyPeer, { kind: "pods" }>,
  policyNamespace: string,
  pod: PlannedPod,
): boolean {
  if (pod.namespace === undefined) return false;
  const { namespaceSelector, podSelector } = peer;
  if (namespaceSelector === undefined) {
    if (pod.namespace !== policyNamespace) return false;
  } else if (!selectorMatches(namespaceSelector, pod.namespaceLabels)) return false;
  return podSelector === undefined || selectorMatches(podSelector, pod.labels);
}
