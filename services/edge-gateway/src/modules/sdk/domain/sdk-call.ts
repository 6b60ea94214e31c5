import { ApiError } from "@veil/contracts/errors";
import { type ObjectPath, writtenObjects } from "@veil/contracts/parsing";
import type { SdkContent } from "@veil/contracts/public/sdk";
import type { ToolChoice } from "@veil/contracts/tools";
import type {
  CalledTool,
  CallPart,
  DirectParameters,
  GivenOutputSchema,
  GivenTools,
  MessagesContent,
  TextScans,
} from "../../calls/index.ts";

type LaterKnown = "preamble" | "keepsPlaceholders" | "tools" | "outputSchema" | "relinkTools";

/** A request to an SDK endpoint, independent of its format. */
export interface SdkCall {
  readonly content: Omit<MessagesContent, LaterKnown>;
  readonly tools: GivenTools;
  readonly outputSchema: GivenOutputSchema | undefined;
  readonly parameters: DirectParameters;
  readonly isStreamed: boolean;
}

/**
 * What happens to cache marks: the request is refused, or the marks are removed, or they are sent to
 * the provider if the provider key is the customer's.
 */
export type CacheControl = "reject" | "strip" | "forward";

export interface Allowed {
  /** Whether the caller may use tools. */
  readonly tools: boolean;
  readonly cacheControl: CacheControl;
  /** Whether the model may think, and earlier thoughts are sent back to it. */
  readonly thinking: boolean;
  /** The body as it was received. Absent if the endpoint accepts neither tools nor schemas. */
  readonly bytes?: Uint8Array;
}

/**
 * Returns the JSON of an object in the request as it was written, because a parser rounds numbers
 * and reorders members.
 */
export type WrittenAt = (...place: readonly (string | number)[]) => string;

/**
 * Creates a function that returns objects at `paths` as they were written. It scans the request
 * once, at its first call.
 */
export function createWrittenAt(bytes: Uint8Array | undefined, ...paths: ObjectPath[]): WrittenAt {
  let objects: ReturnType<typeof writtenObjects> | undefined;
  return (...place) => {
    objects ??= writtenObjects(bytes ?? new Uint8Array(), paths);
    const written = objects.get(place.join("."));
    if (written === undefined) throw new TypeError("There is no object at this place");
    return written;
  };
}

export function partsOf(content: SdkContent): readonly string[] {
  return typeof content === "string" ? [content] : content.map(({ text }) => text);
}

/** Returns the tools that the messages call. */
export function calledTools(
  messages: readonly { readonly parts: readonly CallPart[] }[],
): readonly CalledTool[] {
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (typeof part !== "string" && part.kind === "tool_use" ? [part] : [])),
  );
}

type ToolOptions = Pick<SdkCall["content"]["options"], "tool_choice" | "parallel_tool_calls">;
type GivenOptions = { readonly [K in keyof ToolOptions]: ToolOptions[K] | undefined };

/**
 * Returns the options for tools. Without tools there are none, because providers refuse them then:
 * the choice to call no tool, and whether several calls may run at once, change nothing.
 * @throws ApiError `invalid_field` when the request has no tools or not the chosen tool
 */
export function toolOptions(
  { tool_choice, parallel_tool_calls }: GivenOptions,
  definitions: GivenTools["definitions"],
): ToolOptions {
  const isNone = tool_choice === undefined || tool_choice.type === "none";
  if (definitions.length === 0 && isNone) return {};
  requireOffered(tool_choice, definitions);
  return {
    ...(tool_choice !== undefined && { tool_choice }),
    ...(parallel_tool_calls !== undefined && { parallel_tool_calls }),
  };
}

function requireOffered(
  choice: ToolChoice | undefined,
  definitions: GivenTools["definitions"],
): void {
  if (choice === undefined) return;
  const isOffered =
    choice.type === "tool"
      ? definitions.some(({ name }) => name === choice.name)
      : definitions.length > 0;
  if (isOffered) return;
  throw new ApiError("invalid_field", 'Field "tool_choice" names no tool of the request');
}

/**
 * Creates a function that numbers words of the caller, such as the ids of tool calls and the names
 * of speakers, because they could contain anything. The numbers follow the order in which the words
 * first appear, so they stay the same while a conversation grows.
 */
export function createNumbering<P extends string>(prefix: P): (word: string) => `${P}_${number}` {
  const numbers = new Map<string, number>();
  return (word) => {
    const number = numbers.get(word) ?? numbers.size + 1;
    numbers.set(word, number);
    return `${prefix}_${number}`;
  };
}

/** A text of a system prompt. */
export interface SystemText {
  readonly text: string;
  /** The field of the request that contains the text. */
  readonly field: string;
}

/** Returns the texts of the system turns. */
export function systemTexts({
  messages,
}: Pick<SdkCall["content"], "messages">): readonly SystemText[] {
  return messages
    .filter(({ role }) => role === "system")
    .flatMap(({ field, parts }) =>
      parts.flatMap((text) => (typeof text === "string" ? [{ text, field }] : [])),
    );
}

/**
 * Refuses system prompts with unambiguous personal data, which belongs in the user's turns. The
 * error contains the first field with personal data and all types, but no values.
 * @throws ApiError `system_prompt_pii_detected`
 */
export async function requireCleanSystem(
  scans: Pick<TextScans, "identifiers">,
  texts: readonly SystemText[],
): Promise<void> {
  const found = await Promise.all(texts.map(({ text }) => scans.identifiers(text)));
  const first = texts.find((_text, index) => (found[index] ?? []).length > 0);
  if (first === undefined) return;
  const types = [...new Set(found.flat())];
  throw new ApiError(
    "system_prompt_pii_detected",
    `Field "${first.field}": the system prompt contains personal data`,
    { hint: `Found: ${types.join(", ")}. Move personal data into the messages of the user` },
  );
}
