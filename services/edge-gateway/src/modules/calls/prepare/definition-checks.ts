import { ApiError } from "@veil/contracts/errors";
import type { OutputSchema, ToolDefinition } from "@veil/contracts/tools";
import { leavesIn, pathIn } from "../content/json-leaves.ts";
import { inField, textsIn, toolText } from "../content/json-text.ts";
import type { CheckedOutputSchema, CheckedTools } from "../content/sanitised-content.ts";
import type { TextScans } from "../scanning/text-scans.ts";
import type { WithoutPublished } from "./published-addresses.ts";

export interface GivenTool extends ToolDefinition {
  /** The field of the request that contains the definition. */
  readonly field: string;
}

export interface GivenTools {
  readonly definitions: readonly GivenTool[];
  /** The calls in earlier turns of the conversation. */
  readonly called: readonly CalledTool[];
}

export interface CalledTool {
  readonly name: string;
  /** The field of the request that contains the call. */
  readonly field: string;
}

export interface GivenOutputSchema extends OutputSchema {
  /** The field of the request that contains the schema. */
  readonly field: string;
}

/** A text that the provider gets as the caller wrote it. */
interface DefinitionText {
  readonly text: string;
  /** Returns the field that contains the text. Only refusals need it. */
  readonly field: () => string;
}

/**
 * Checks tool definitions. Like templates, they are not sanitised, so the gateway refuses those
 * with unambiguous personal data. Published addresses are allowed, and returned in `toolAddresses`.
 * Only this function creates CheckedTools.
 * @throws ApiError `tool_definition_pii_detected`; `invalid_field` for text that looks like a
 * placeholder
 */
export async function checkTools(
  scans: Pick<TextScans, "definitions">,
  published: WithoutPublished,
  { definitions, called }: GivenTools,
): Promise<{ readonly tools?: CheckedTools; readonly toolAddresses: readonly string[] }> {
  const addresses = new Set<string>();
  const scanned = (text: string) => {
    const { text: left, found } = published(text);
    for (const address of found) addresses.add(address);
    return left;
  };
  await requireClean(scans, "tool_definition_pii_detected", [
    ...called.flatMap(({ name, field }) =>
      nameTexts(name).map((text) => ({ text, field: () => field })),
    ),
    ...definitions.flatMap((definition) =>
      toolTexts(definition).map((text) => ({
        ...{ text: scanned(text), field: () => definition.field },
      })),
    ),
  ]);
  const tools = definitions.map(({ field: _ofRequest, ...definition }) => definition);
  return {
    ...(tools.length > 0 && { tools: tools as readonly ToolDefinition[] as CheckedTools }),
    toolAddresses: [...addresses],
  };
}

function toolTexts({ name, description, input_schema, field }: GivenTool): readonly string[] {
  const schema =
    input_schema === undefined ? [] : textsIn(inField(field, () => toolText(input_schema)));
  return [...nameTexts(name), ...(description === undefined ? [] : [description]), ...schema];
}

/**
 * Returns a name and its parts, such as those of a group and a tool, because recognizers find no
 * identifier next to an underscore.
 */
function nameTexts(name: string): readonly string[] {
  return [...new Set([name, ...name.split("__")])];
}

/** Returns the member names in the schemas, which are the application's own words. */
export function namesInSchemas(definitions: readonly ToolDefinition[]): ReadonlySet<string> {
  const names = definitions.flatMap(({ input_schema = "" }) =>
    [...leavesIn(input_schema)].flatMap(({ kind, written }) =>
      kind === "name" ? [JSON.parse(written) as string] : [],
    ),
  );
  return new Set(names);
}

/**
 * Checks the schema of the answer in the same way as a tool's schema. Only this function creates
 * CheckedOutputSchema.
 * @throws ApiError `invalid_field` that names the position of the text
 */
export async function checkOutputSchema(
  scans: Pick<TextScans, "definitions">,
  given: GivenOutputSchema | undefined,
): Promise<CheckedOutputSchema | undefined> {
  if (given === undefined) return undefined;
  const { field, ...output } = given;
  const { name, description, schema = "" } = output;
  const words = Object.entries({ name, description }).flatMap(([member, text]) =>
    text === undefined ? [] : [{ text, field: () => `${field}.${member}` }],
  );
  const inSchema = inField(`${field}.schema`, () => schemaTexts(schema)).map(({ text, at }) => ({
    ...{ text, field: () => `${field}.schema${pathIn(schema, at, SCHEMA_WORDS)}` },
  }));
  await requireClean(scans, "invalid_field", [...words, ...inSchema]);
  return output as CheckedOutputSchema;
}

/** Returns the texts of a schema with the positions of their leaves in its JSON. */
function schemaTexts(schema: string) {
  const read = toolText(schema);
  if (typeof read === "string") return [];
  const places = [...leavesIn(schema)];
  return read.leaves.flatMap((leaf, index) =>
    textsIn({ pieces: [], leaves: [leaf] }).map((text) => ({ text, at: places[index]?.at ?? 0 })),
  );
}

/**
 * Names that a refusal may repeat. Source: JSON Schema 2020-12, the core, applicator and validation
 * vocabularies. Names that the caller chose may be personal data.
 */
const SCHEMA_WORDS: ReadonlySet<string> = new Set([
  ...["$id", "$ref", "$defs", "$comment", "$anchor", "definitions", "properties", "items"],
  ...["prefixItems", "additionalProperties", "patternProperties", "propertyNames", "contains"],
  ...["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas"],
  ...["dependentRequired", "required", "enum", "const", "default", "examples", "type", "format"],
  ...["pattern", "title", "description", "minimum", "maximum", "multipleOf"],
]);

async function requireClean(
  scans: Pick<TextScans, "definitions">,
  code: "tool_definition_pii_detected" | "invalid_field",
  given: readonly DefinitionText[],
): Promise<void> {
  const fields = new Map<string, DefinitionText["field"]>();
  for (const { text, field } of given) if (!fields.has(text)) fields.set(text, field);
  if (fields.size === 0) return;
  const texts = [...fields.keys()];
  const { identifiers, lookalike } = await scans.definitions(texts);
  const named = (at: number) => `Field "${fields.get(texts[at] ?? "")?.()}"`;
  if (identifiers !== undefined)
    throw new ApiError(code, `${named(identifiers.at)} contains personal data`, {
      hint: `Found: ${identifiers.types.join(", ")}. Move personal data into the messages of the user`,
    });
  if (lookalike !== undefined)
    throw new ApiError(
      "invalid_field",
      `${named(lookalike.at)} contains text that looks like a placeholder`,
      { hint: "Remove text such as [PERSON_1] from names, descriptions and schemas" },
    );
}
