import type { Labels, Requirement, Selector } from "../manifests/cluster.ts";

/**
 * What is known about keys that are not in `known`:
 * - `absent`: there are none.
 * - `fresh`: they have values that occur nowhere else.
 * - `any`: they may have any value.
 */
export interface LabelFacts {
  readonly known: Labels;
  readonly others: "absent" | "fresh" | "any";
}

export function exactly(known: Labels): LabelFacts {
  return { known, others: "absent" };
}

// A label's value cannot contain a space: so no selector names this value.
const FRESH = "some other value";

/**
 * `NotIn` and `DoesNotExist` hold where the key is absent, `In` and `Exists` do not (k8s.io/apimachinery,
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
