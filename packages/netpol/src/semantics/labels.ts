import type { Labels, Requirement, Selector } from "../manifests/cluster.ts";

/**
 * What is known about labels. `others` describes the keys that are not in `known`:
 * - `absent`: there are no other keys.
 * - `fresh`: other keys may exist, with values that occur nowhere else.
 * - `any`: other keys may have any value.
 */
export interface LabelFacts {
  readonly known: Labels;
  readonly others: "absent" | "fresh" | "any";
}

export function exactly(known: Labels): LabelFacts {
  return { known, others: "absent" };
}

// A value that no selector contains, because label values cannot contain spaces.
const FRESH = "some other value";

/**
 * Returns whether a selector could match labels about which `facts` are known. If a key is absent,
 * `NotIn` and `DoesNotExist` hold, while `In` and `Exists` do not (k8s.io/apimachinery,
 * labels.Requirement).
 */
export function couldMatch(selector: Selector, facts: LabelFacts): boolean {
  const keys = new Set(selector.map(({ key }) => key));
  return [...keys].every((key) => {
    const requirements = selector.filter((requirement) => requirement.key === key);
    return candidates(key, requirements, facts).some((value) =>
      requirements.every((requirement) => holds(requirement, value)),
    );
  });
}

function candidates(
  key: string,
  requirements: readonly Requirement[],
  { known, others }: LabelFacts,
): readonly (string | undefined)[] {
  if (Object.hasOwn(known, key)) return [known[key]];
  if (others === "absent") return [undefined];
  if (others === "fresh") return [undefined, FRESH];
  return [undefined, FRESH, ...requirements.flatMap(({ values }) => values)];
}

function holds({ operator, values }: Requirement, label: string | undefined): boolean {
  switch (operator) {
    case "In":
      return label !== undefined && values.includes(label);
    case "NotIn":
      return label === undefined || !values.includes(label);
    case "Exists":
      return label !== undefined;
    case "DoesNotExist":
      return label === undefined;
  }
}
