import type { Labels, Selector } from "../manifests/cluster.ts";

/**
 * Returns whether labels match a selector. It shares no code with the evaluator, so that each can
 * be used to test the other.
 */
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
