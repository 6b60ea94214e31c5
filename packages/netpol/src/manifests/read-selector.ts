import type { Requirement, Selector } from "./cluster.ts";
import { fieldsAt, labelsAt, listAt, textAt, textsAt } from "./fields.ts";
import { ManifestError } from "./manifest-error.ts";

const OPERATORS: readonly Requirement["operator"][] = ["In", "NotIn", "Exists", "DoesNotExist"];

/** An absent one selects everything. @throws ManifestError for what the API server refuses */
export function readSelector(value: unknown, where: string): Selector {
  const selector = fieldsAt(value, where);
  const labels = Object.entries(labelsAt(selector["matchLabels"], `${where}.matchLabels`));
  const expressions = listAt(selector["matchExpressions"], `${where}.matchExpressions`);
  return [
    ...labels.map(([key, label]): Requirement => ({ key, operator: "In", values: [label] })),
    ...expressions.map((expression, at) =>
      readExpression(expression, `${where}.matchExpressions[${at}]`),
    ),
  ];
}

function readExpression(value: unknown, where: string): Requirement {
  const expression = fieldsAt(value, where);
  const operator = OPERATORS.find((known) => known === expression["operator"]);
  if (operator === undefined)
    throw new ManifestError(`${where}.operator must be one of ${OPERATORS.join(", ")}`);
  const values = textsAt(expression["values"], `${where}.values`);
  const takesValues = operator === "In" || operator === "NotIn";
  if (takesValues !== values.length > 0)
    throw new ManifestError(`${where}: ${operator} ${takesValues ? "needs" : "takes no"} values`);
  return { key: textAt(expression["key"], `${where}.key`), operator, values };
}
