import { ApiError } from "@veil/contracts/errors";
import type {
  SdkResponsesCallable,
  SdkResponsesTool,
} from "@veil/contracts/public/sdk/responses-tools";
import { MAX_TOOLS } from "@veil/contracts/public/sdk/tools";
import type { GivenTool } from "../../../calls/index.ts";
import { functionDefinition } from "../openai-request.ts";
import type { WrittenAt } from "../sdk-call.ts";
import { recordOf } from "../unsupported.ts";

/** A tool of the request, as the items of an answer name it. */
export interface NamedTool {
  readonly type: SdkResponsesCallable["type"];
  readonly name: string;
  /** The name of the group that contains the tool. */
  readonly namespace?: string;
}

export interface ResponseTools {
  readonly definitions: readonly GivenTool[];
  /** The tools by the names that the provider gets. */
  readonly named: ReadonlyMap<string, NamedTool>;
}

type Group = Extract<SdkResponsesTool, { type: "namespace" }>;
type Place = readonly (string | number)[];

/**
 * Converts tools to functions, because the provider gets a chat completion. A custom tool becomes a
 * function with one string, and a group becomes the functions in it.
 * @throws ApiError `invalid_field` for two tools of the same name, and for too many tools
 */
export function responseTools(
  tools: readonly SdkResponsesTool[],
  writtenAt: WrittenAt,
): ResponseTools {
  const offered = tools.flatMap((tool, index) =>
    tool.type === "namespace"
      ? tool.tools.map((member, at) =>
          offeredTool(member, { place: ["tools", index, "tools", at], writtenAt, group: tool }),
        )
      : [offeredTool(tool, { place: ["tools", index], writtenAt })],
  );
  const named = new Map(offered.map(({ definition, tool }) => [definition.name, tool]));
  if (named.size < offered.length)
    throw new ApiError("invalid_field", 'Field "tools" has two tools of the same name');
  if (offered.length > MAX_TOOLS)
    throw new ApiError("invalid_field", `Field "tools" has more than ${MAX_TOOLS} tools`);
  return { definitions: offered.map(({ definition }) => definition), named };
}

interface Offering {
  readonly place: Place;
  readonly writtenAt: WrittenAt;
  readonly group?: Group;
}

function offeredTool(given: SdkResponsesCallable, { place, writtenAt, group }: Offering) {
  const { type, name } = given;
  const field = place.join(".").replaceAll(/\.(\d+)/g, "[$1]");
  const described = [
    ...[group?.description, given.description],
    ...(given.type === "custom" ? [grammarText(given)] : []),
  ].filter((text) => text !== undefined);
  const defined = {
    name: sentName({ name, namespace: group?.name }, field),
    ...(described.length > 0 && { description: described.join("\n\n") }),
  };
  const tool: NamedTool = { type, name, ...(group && { namespace: group.name }) };
  return given.type === "custom"
    ? { tool, definition: { ...defined, field, input_schema: TEXT_INPUT } }
    : {
        tool,
        definition: functionDefinition({ ...given, ...defined }, field, () =>
          writtenAt(...place, "parameters"),
        ),
      };
}

/** The parameters of the function that a custom tool becomes. */
const TEXT_INPUT = JSON.stringify({
  type: "object",
  properties: { input: { type: "string" } },
  required: ["input"],
  additionalProperties: false,
});

/** Returns the rule for the input as a text, because a function's string has no grammar. */
function grammarText({
  format,
}: Extract<SdkResponsesCallable, { type: "custom" }>): string | undefined {
  if (format?.type !== "grammar") return undefined;
  const kind = format.syntax === "lark" ? "Lark grammar" : "regular expression";
  return `The input must match this ${kind}:\n${format.definition}`;
}

const MAX_NAME = 128;

/**
 * Returns the name that the provider gets for a tool.
 * @throws ApiError `invalid_field` when the names of the group and the tool are too long together
 */
export function sentName(
  { name, namespace }: { readonly name: string; readonly namespace?: string | undefined },
  field: string,
): string {
  const sent = namespace === undefined ? name : `${namespace}__${name}`;
  if (sent.length <= MAX_NAME) return sent;
  throw new ApiError(
    "invalid_field",
    `Field "${field}": the names of the group and the tool are too long together`,
    { hint: `At most ${MAX_NAME - 2} characters` },
  );
}

/** Returns the arguments of the function that stands for a custom tool. */
export function argumentsOf(input: string): string {
  return JSON.stringify({ input });
}

/**
 * Returns the input of a call of a custom tool. If the arguments have another form, such as those
 * of an answer that was cut off, it returns them as the model wrote them.
 */
export function inputOf(json: string): string {
  const { input } = recordOf(parsed(json));
  return typeof input === "string" ? input : json;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // A model may write anything, and an answer may end anywhere.
    return undefined;
  }
}
