import { ApiError } from "@veil/contracts/errors";
import type { ToolDefinition } from "@veil/contracts/tools";
import type { CheckedTools } from "../content/branded-types.ts";
import { leavesIn } from "../content/json-leaves.ts";
import { textsIn, toolText } from "../content/json-text.ts";
import type { TextScans } from "../scanning/text-scans.ts";

export interface GivenTools {
  readonly definitions: readonly ToolDefinition[];
  /** The tools that earlier turns call. */
  readonly names: readonly string[];
}

/**
 * Definitions, like templates, are not sanitised: the gateway refuses what it recognizes for sure.
 * The only place that mints CheckedTools.
 * @throws ApiError `tool_definition_pii_detected`; `invalid_field` for text that looks like a
 * placeholder
 */
export async function checkTools(
  scans: Pick<TextScans, "tools">,
  { definitions, names }: GivenTools,
): Promise<CheckedTools | undefined> {
  const texts = [...new Set([...names, ...definitions.flatMap(definitionTexts)])];
  if (texts.length > 0) {
    const { identifiers, lookalike } = await scans.tools(texts);
    requireNoIdentifiers(identifiers);
    requireNoPlaceholders(lookalike);
  }
  return definitions.length === 0 ? undefined : ([...definitions] as CheckedTools);
}

function definitionTexts({ name, description, input_schema }: ToolDefinition): readonly string[] {
  const schema = input_schema === undefined ? [] : textsIn(toolText(input_schema));
  return [name, ...(description === undefined ? [] : [description]), ...schema];
}

/** Names of members in the schemas: the application's own words. */
export function namesInSchemas(definitions: readonly ToolDefinition[]): ReadonlySet<string> {
  const names = definitions.flatMap(({ input_schema = "" }) =>
    [...leavesIn(input_schema)].flatMap(({ kind, written }) =>
      kind === "name" ? [JSON.parse(written) as string] : [],
    ),
  );
  return new Set(names);
}

function requireNoIdentifiers(types: readonly string[]): void {
  if (types.length === 0) return;
  throw new ApiError("tool_definition_pii_detected", "The tools contain personal data", {
    hint: `Found: ${types.join(", ")}. Move personal data into the messages of the user`,
  });
}

function requireNoPlaceholders(lookalike: boolean): void {
  if (!lookalike) return;
  throw new ApiError("invalid_field", "The tools contain text that looks like a placeholder", {
    hint: "Remove text such as [PERSON_1] from names, descriptions and schemas",
  });
}
