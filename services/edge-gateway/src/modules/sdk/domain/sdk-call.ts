import { ApiError } from "@veil/contracts/errors";
import { type ObjectPath, writtenObjects } from "@veil/contracts/parsing";
import type { SdkContent } from "@veil/contracts/public/sdk";
import type { ToolChoice } from "@veil/contracts/tools";
import type { CallPart, DirectParameters, GivenTools, MessagesContent } from "../../calls/index.ts";

type LaterKnown = "preamble" | "keepsPlaceholders" | "tools" | "relinkTools";

/** A request to an SDK endpoint, in any format. */
export interface SdkCall {
  readonly content: Omit<MessagesContent, LaterKnown>;
  readonly tools: GivenTools;
  readonly parameters: DirectParameters;
  readonly isStreamed: boolean;
}

export interface Allowed {
  /** Whether the caller may use tools. */
  readonly tools: boolean;
  /** The request as it was received; absent where it has no tools. */
  readonly bytes?: Uint8Array;
}

/** An object of the request as written: a parser rounds numbers and reorders members. */
export type WrittenAt = (...place: readonly (string | number)[]) => string;

/** Reads the request once, with the first of its objects at `paths`. */
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

/** @throws ApiError `invalid_field` when a choice has no tools, or names another one */
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

/** Numbers the ids of calls, which could hold anything. The same request gets the same numbers. */
export function createCallIds(prefix: string): (id: string) => string {
  const numbers = new Map<string, number>();
  return (id) => {
    const number = numbers.get(id) ?? numbers.size + 1;
    numbers.set(id, number);
    return `${prefix}_${number}`;
  };
}
