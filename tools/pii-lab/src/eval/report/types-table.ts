import { ENTITY_TYPES, type EntityType, NOT_REDACTED_BY_DEFAULT } from "@veil/contracts/entities";
import { LABELED_TYPES, RECOGNIZERS } from "@veil/pii/recognizers";
import { markdownTable } from "./markdown.ts";

/** What finds the types that patterns do not find. */
const BY_OTHER_LAYERS: Readonly<Record<string, string>> = {
  PERSON: "layer `names`",
  LOCATION: "layer `names`",
  ORGANIZATION: "layer `names`",
  KNOWN_ENTITY: "lists and policies of the customer",
  LITERAL: "text that looks like a placeholder",
};

/** Lists every type, what finds it, and whether it is replaced by default. */
export function typesTable(): string {
  const rows = ENTITY_TYPES.map((type) => {
    const recognizers = RECOGNIZERS.filter((recognizer) => recognizer.type === type);
    const finders = recognizers.map(({ name }) => `\`${name}\``);
    const other = BY_OTHER_LAYERS[type];
    return [
      `\`${type}\``,
      [
        ...(other === undefined ? [] : [other]),
        ...finders,
        ...(LABELED_TYPES.has(type) ? ["labels"] : []),
      ].join(", ") || "customers' lists",
      byDefault(type),
    ];
  });
  return markdownTable(["type", "found by", "replaced by default"], rows, 3);
}

function byDefault(type: EntityType): string {
  if (type === "LOCATION") return "of persons and addresses";
  return NOT_REDACTED_BY_DEFAULT.has(type) ? "no" : "yes";
}
