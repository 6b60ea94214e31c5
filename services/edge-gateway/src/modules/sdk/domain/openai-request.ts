import { ApiError } from "@veil/contracts/errors";
import type { ToolChoice, ToolDefinition } from "@veil/contracts/tools";
import type { GivenOutputSchema, GivenTool } from "../../calls/index.ts";

/* What the bodies of both OpenAI endpoints have in common. */

type Given<T> = { readonly [K in keyof T]?: T[K] | null | undefined };

/**
 * Removes members with the value null, because SDKs send null for what their caller left out: in
 * the body, in its members `fields`, and in the items of those that are lists.
 */
export function withoutNulls(body: unknown, fields: readonly string[]): unknown {
  if (!isRecord(body)) return body;
  return Object.fromEntries(
    Object.entries(entriesWithoutNull(body)).map(([name, value]) => [
      name,
      fields.includes(name) ? membersWithoutNull(value) : value,
    ]),
  );
}

function membersWithoutNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(membersWithoutNull);
  return isRecord(value) ? entriesWithoutNull(value) : value;
}

function entriesWithoutNull(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Refuses metadata with the key that the gateway adds in the answer.
 * @throws ApiError `invalid_field`
 */
export function requireFreeMetadata(metadata: object): void {
  if (Object.hasOwn(metadata, "svc_compliance"))
    throw new ApiError("invalid_field", 'Field "metadata" has the reserved key svc_compliance');
}

type GivenFunction = Pick<ToolDefinition, "name"> &
  Given<Pick<ToolDefinition, "description" | "strict">> & { readonly parameters?: unknown };

/** @param written - returns the parameters as they were written */
export function functionDefinition(
  { name, description, parameters, strict }: GivenFunction,
  field: string,
  written: () => string,
): GivenTool {
  return {
    ...{ name, field },
    ...(typeof description === "string" && { description }),
    ...(parameters !== undefined && { input_schema: written() }),
    ...(typeof strict === "boolean" && { strict }),
  };
}

interface NamedSchema extends Given<Pick<GivenOutputSchema, "description" | "strict">> {
  readonly name: string;
  readonly schema?: unknown;
}

/** @param written - returns the schema as it was written */
export function namedOutputSchema(
  { name, description, schema, strict }: NamedSchema,
  field: string,
  written: () => string,
): GivenOutputSchema {
  return {
    ...{ name, field },
    ...(typeof description === "string" && { description }),
    ...(schema !== undefined && { schema: written() }),
    ...(typeof strict === "boolean" && { strict }),
  };
}

/** @param choice - a mode, or the chosen function */
export function functionChoice(
  choice: "none" | "auto" | "required" | { readonly name: string } | undefined,
): ToolChoice | undefined {
  if (typeof choice === "object") return { type: "tool", name: choice.name };
  if (choice === "required") return { type: "any" };
  return choice === undefined ? undefined : { type: choice };
}
