import type { Static, TObject } from "typebox";
import { checked } from "./checked.ts";

interface Shape {
  readonly properties: Readonly<Record<string, { readonly type?: string }>>;
}

/**
 * `checked` for the parameters of a URL, which are texts: it reads those that the schema calls
 * integers as decimal numbers. A parameter that stands twice is a list, which it refuses. @throws
 * ApiError `missing_field`, `invalid_field`
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
