import { ApiError } from "@veil/contracts/errors";
import { type ObjectPath, writtenObjects } from "@veil/contracts/parsing";
import type { SdkContent } from "@veil/contracts/public/sdk";
import type { ToolChoice } from "@veil/contracts/tools";
import type {
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

/** Returns the names of the tools that the messages call. */
export function calledNames(messages: readonly { readonly parts: readonly CallPart[] }[]) {
  const names = messages.flatMap(({ parts }) =>
    parts.flatMap((part) =>
      typeof part !== "string" && part.kind === "tool_use" ? [part.name] : [],
    ),
  );
  return [...new Set(names)];
}

/**
 * Checks the choice of tools.
 * @throws ApiError `invalid_field` when the request has no tools or not the chosen tool
 */
export function requireOfferedChoice(
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
 * Creates a function that replaces the ids of tool calls with numbers, because ids could contain
 * anything. The same request gets the same numbers.
 */
export function createCallIds(prefix: string): (id: string) => string {
  const numbers = new Map<string, number>();
  return (id) => {
    const number = numbers.get(id) ?? numbers.size + 1;
    numbers.set(id, number);
    return `${prefix}_${number}`;
  };
}

/**
 * Refuses system prompts with unambiguous personal data, which belongs in the user's turns. The
 * error contains the types but no values.
 * @throws ApiError `system_prompt_pii_detected`
 */
export async function requireCleanSystem(
  scans: Pick<TextScans, "identifiers">,
  { messages }: Pick<SdkCall["content"], "messages">,
): Promise<void> {
  const parts = messages.filter(({ role }) => role === "system").flatMap((turn) => turn.parts);
  const texts = parts.filter((part) => typeof part === "string");
  const found = await Promise.all(texts.map((text) => scans.identifiers(text)));
  const types = [...new Set(found.flat())];
  if (types.length === 0) return;
  throw new ApiError("system_prompt_pii_detected", "The system prompt contains personal data", {
    hint: `Found: ${types.join(", ")}. Move personal data into the messages of the user`,
  });
}
