import type { Labels, Selector } from "../manifests/cluster.ts";

/** Evaluates a selector. Shares no code with the evaluator, so that each can check the other. */
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
