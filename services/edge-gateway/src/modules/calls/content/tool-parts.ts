import { ApiError } from "@veil/contracts/errors";
import {
  inField,
  type ReadSanitised,
  type TextOfTool,
  textsIn,
  toolText,
  writtenText,
} from "./json-text.ts";
import type { SanitisedBlock, SanitisedText } from "./sanitised-content.ts";

/** A tool call or a tool result in an earlier turn of the conversation. */
export type ToolPart = ToolUsePart | ToolResultPart;

interface ToolUsePart {
  readonly kind: "tool_use";
  /** The field of the request that contains the call. */
  readonly field: string;
  readonly id: string;
  readonly name: string;
  readonly arguments: TextOfTool;
  /** The texts to sanitise, each once. */
  readonly texts: readonly string[];
  readonly known: ReadonlySet<string>;
}

interface ToolResultPart {
  readonly kind: "tool_result";
  readonly field: string;
  readonly id: string;
  readonly content: readonly TextOfTool[];
  readonly isError: boolean | undefined;
  readonly texts: readonly string[];
  readonly known: ReadonlySet<string>;
}

/** A limit is needed because the sanitiser gets each text separately. */
const MAX_TEXTS = 10_000;

/**
 * Checks the number of texts in one request.
 * @throws ApiError `invalid_field` when there are too many
 */
export function requireFewTexts(messages: readonly TextsOfMessage[]): void {
  let count = 0;
  for (const { field, parts } of messages) {
    for (const part of parts) count += typeof part === "string" ? 0 : part.texts.length;
    if (count > MAX_TEXTS)
      throw new ApiError("invalid_field", `Field "${field}" has too many values for tools`, {
        hint: `At most ${MAX_TEXTS} values in the arguments and results of one request`,
      });
  }
}

interface TextsOfMessage {
  readonly field: string;
  readonly parts: readonly (string | { readonly texts: readonly string[] })[];
}

type Called = Pick<ToolUsePart, "field" | "id" | "name" | "known"> & { readonly json: string };
type Answered = Pick<ToolResultPart, "field" | "id" | "isError" | "known"> & {
  readonly content: readonly string[];
};

/** Creates the part for a tool call. @throws ApiError as `toolText` */
export function toolUsePart({ json, ...named }: Called): ToolUsePart {
  const text = inField(named.field, () => toolText(json));
  return { kind: "tool_use", ...named, arguments: text, texts: texts([text], named.known) };
}

/** Creates the part for a tool result. @throws as `toolUsePart` */
export function toolResultPart({ content, ...named }: Answered): ToolResultPart {
  const parts = inField(named.field, () => content.map((text) => toolText(text)));
  return { kind: "tool_result", ...named, content: parts, texts: texts(parts, named.known) };
}

function texts(parts: readonly TextOfTool[], known: ReadonlySet<string>): readonly string[] {
  return [...new Set(parts.flatMap((part) => textsIn(part, known)))];
}

/**
 * Returns the block with sanitised texts. Only this function treats JSON of sanitised texts as a
 * `SanitisedText`.
 */
export function sanitisedToolBlock(
  part: ToolPart,
  sanitised: ReadSanitised<SanitisedText>,
): Extract<SanitisedBlock, { readonly type: "tool_use" | "tool_result" }> {
  const written = (text: TextOfTool) =>
    inField(part.field, () => writtenText(text, sanitised, part.known) as SanitisedText);
  if (part.kind === "tool_use") {
    const { id, name } = part;
    return { type: "tool_use", id, name, arguments: written(part.arguments) };
  }
  const { isError } = part;
  return {
    type: "tool_result",
    tool_use_id: part.id,
    content: part.content.map((text) => ({ type: "text", text: written(text) })),
    ...(isError !== undefined && { is_error: isError }),
  };
}
