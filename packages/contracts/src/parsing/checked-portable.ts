import type { Static, TSchema } from "typebox";
import { Check } from "typebox/schema";
import { ApiError } from "../errors.ts";
import { parseJson } from "./parse-json.ts";

/**
 * `checked` for browsers: ajv compiles schemas to functions, which a content security policy
 * without `unsafe-eval` forbids. This version interprets the schemas instead. It accepts the same
 * values, but its error messages are shorter.
 * @throws ApiError `invalid_field`
 */
export function checked<const S extends TSchema>(schema: S): (value: unknown) => Static<S> {
  return (value) => {
    if (Check(schema, value)) return value as Static<S>;
    throw new ApiError("invalid_field", "The body has the wrong form");
  };
}

/** Like `checked`, but parses JSON first. @throws ApiError `invalid_json` or `invalid_field` */
export function checkedJson<const S extends TSchema>(
  schema: S,
): (json: string | Uint8Array) => Static<S> {
  const parse = checked(schema);
  return (json) => parse(parseJson(json));
}
