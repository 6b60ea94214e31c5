import type { SimulatorMode } from "./simulator-mode.ts";

const PLACEHOLDER = /\[[A-Z][A-Z0-9_]*_[1-9][0-9]*\]/g;
const MAX_DEPTH = 20;

type Schema = Readonly<Record<string, unknown>>;

/**
 * Returns JSON that matches the schema, with the placeholders of the prompt in its strings, as a
 * model with structured output writes it. It supports the keywords that OpenAI and Anthropic
 * support: `type`, `properties`, `items`, `enum`, `const`, `anyOf`, `$ref` into `$defs`.
 */
export function schemaAnswer(schema: Schema, prompt: string, { answer }: SimulatorMode): string {
  if (answer !== undefined) return answer;
  const subjects = [...new Set(prompt.match(PLACEHOLDER))];
  let used = 0;
  const nextText = () => {
    const text = subjects[used % Math.max(1, subjects.length)] ?? "nothing";
    used += 1;
    return text;
  };

  function answerFor(given: unknown, depth = 0): unknown {
    const own = resolved(recordOf(given), schema);
    if (depth > MAX_DEPTH) return null;
    if (Object.hasOwn(own, "const")) return own["const"];
    if (own["enum"] !== undefined) return firstOf(own["enum"]);
    if (own["anyOf"] !== undefined) return answerFor(firstOf(own["anyOf"]), depth + 1);
    switch (typeOf(own)) {
      case "object":
        return Object.fromEntries(
          Object.entries(recordOf(own["properties"])).map(([name, member]) => [
            name,
            answerFor(member, depth + 1),
          ]),
        );
      case "array":
        return [answerFor(own["items"], depth + 1)];
      case "integer":
      case "number":
        return 1;
      case "boolean":
        return true;
      case "null":
        return null;
      default:
        return nextText();
    }
  }

  return JSON.stringify(answerFor(schema));
}

function typeOf({ type, properties }: Schema): unknown {
  return firstOf(type) ?? type ?? (properties === undefined ? "string" : "object");
}

function resolved(own: Schema, root: Schema): Schema {
  const { $ref: ref } = own;
  if (typeof ref !== "string" || !ref.startsWith("#")) return own;
  const names = ref.split("/").slice(1);
  return recordOf(names.reduce<unknown>((found, name) => recordOf(found)[name], root));
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : undefined;
}

function recordOf(value: unknown): Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Schema)
    : {};
}
