import type { Static, TObject } from "typebox";
import { checked } from "./checked.ts";

interface Shape {
  readonly properties: Readonly<Record<string, { readonly type?: string }>>;
}

/**
 * Like `checked`, for the query parameters of a URL. They arrive as strings. Where the schema
 * requires an integer, it parses the string as a decimal number. It refuses a parameter that occurs
 * twice.
 * @throws ApiError `missing_field`, `invalid_field`
 */
export function checkedQuery<const S extends TObject>(
  schema: S,
): (query: Readonly<Record<string, unknown>>) => Static<S> {
  const parse = checked(schema);
  const { properties } = schema as Shape;
  const isInteger = (name: string) =>
    Object.hasOwn(properties, name) && properties[name]?.type === "integer";
  return (query) =>
    parse(
      Object.fromEntries(
        Object.entries(query).map(([name, value]) => [
          name,
          isInteger(name) ? integerOrText(value) : value,
        ]),
      ),
    );
}

function integerOrText(value: unknown): unknown {
  return typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
}
