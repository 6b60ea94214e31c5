import type { DecodedExpression } from "../manifests/decode-policy.ts";
import { isLabelValue, isQualifiedName } from "./names.ts";
import type { Rule } from "./rule.ts";

const WITH_VALUES = ["In", "NotIn"];
const WITHOUT_VALUES = ["Exists", "DoesNotExist"];
const KEY = "must be a string that names a label, such as app or example.com/app";
const VALUE =
  "must have at most 63 letters, digits, '-', '_' and '.', with a letter or digit at both ends";

/** The rules of `ValidateLabels`. A label is a pair of key and value. */
export const LABEL_RULES: readonly Rule<readonly [string, string]>[] = [
  { rule: "label-key", says: `: the key ${KEY}`, refuses: ([key]) => !isQualifiedName(key) },
  {
    rule: "label-value",
    says: `: the value ${VALUE}`,
    refuses: ([, value]) => !isLabelValue(value),
  },
];

/** The rules of `ValidateLabelSelectorRequirement`. */
export const EXPRESSION_RULES: readonly Rule<DecodedExpression>[] = [
  {
    rule: "operator",
    says: `.operator must be one of ${[...WITH_VALUES, ...WITHOUT_VALUES].join(", ")}`,
    refuses: ({ operator }) => ![...WITH_VALUES, ...WITHOUT_VALUES].includes(operator),
  },
  {
    rule: "values-missing",
    says: ": In or NotIn needs values",
    refuses: ({ operator, values }) => WITH_VALUES.includes(operator) && values.length === 0,
  },
  {
    rule: "values-superfluous",
    says: ": Exists or DoesNotExist takes no values",
    refuses: ({ operator, values }) => WITHOUT_VALUES.includes(operator) && values.length > 0,
  },
  {
    rule: "expression-key",
    says: `.key ${KEY}`,
    refuses: ({ key }) => !isQualifiedName(key),
  },
  {
    rule: "expression-value",
    says: `.values: each ${VALUE}`,
    refuses: ({ values }) => !values.every(isLabelValue),
  },
];
