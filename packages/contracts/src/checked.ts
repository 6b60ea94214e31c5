import { Ajv, type ErrorObject } from "ajv";
import addFormats from "ajv-formats";
import type { Static, TSchema } from "typebox";
import { ApiError } from "./errors.ts";
import { parseJson } from "./parse-json.ts";

const ajv = new Ajv({ strict: true, allErrors: false, ownProperties: true });
addFormats.default(ajv);

/**
 * Compiles `schema` once and returns a parser that yields a typed value or throws `missing_field` or
 * `invalid_field`. The message names the place and the rule, never the value or a key of the client's.
 */
export function checked<const S extends TSchema>(schema: S): (value: unknown) => Static<S> {
  const check = ajv.compile<Static<S>>(schema);
  const { properties = {} } = schema as { properties?: object };
  return (value) => {
    if (check(value)) return value;
    throw toApiError(check.errors?.[0], properties);
  };
}

/** As `checked`, of JSON text. @throws ApiError `invalid_json` too */
export function checkedJson<const S extends TSchema>(
  schema: S,
): (json: string | Uint8Array) => Static<S> {
  const parse = checked(schema);
  return (json) => parse(parseJson(json));
}

function toApiError(error: ErrorObject | undefined, properties: object): ApiError {
  const { keyword = "", instancePath = "", params = {} } = error ?? {};
  const key = instancePath.split("/")[1] ?? "";
  const place = Object.hasOwn(properties, key) ? key : "";
  if (keyword === "required") {
    const field = [place, params["missingProperty"]].filter((part) => part !== "").join(".");
    return new ApiError("missing_field", `Field "${field}" is required`);
  }
  if (keyword === "additionalProperties")
    return new ApiError("invalid_field", `${where(place)} has a field that is not known here`);
  return new ApiError("invalid_field", `${where(place)} ${error?.message ?? "is not valid"}`);
}

/** Only a name out of the schema is shown; all others are the client's own. */
function where(place: string): string {
  return place === "" ? "The body" : `Field "${place}"`;
}
