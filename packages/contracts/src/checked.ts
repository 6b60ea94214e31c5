import { Ajv, type ErrorObject } from "ajv";
import addFormats from "ajv-formats";
import type { Static, TSchema } from "typebox";
import { ApiError } from "./errors.ts";
import { parseJson } from "./parse-json.ts";

const ajv = new Ajv({ strict: true, allErrors: false, ownProperties: true });
addFormats.default(ajv);

/**
 * The message names place and rule, never the client's value or key. @throws ApiError `missing_field`,
 * `invalid_field`
 */
export function checked<const S extends TSchema>(schema: S): (value: unknown) => Static<S> {
  const check = ajv.compile<Static<S>>(schema);
  const { properties = {} } = schema as { properties?: object };
  return (value) => {
    if (check(value)) return value;
    throw toApiError(check.errors?.[0], properties);
  };
}

/** `checked` for JSON text. @throws ApiError `invalid_json` too */
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
    return new ApiError("invalid_field", `${where(place)} has an unknown field`);
  return new ApiError("invalid_field", `${where(place)} ${ruleOf(error)}`);
}

function ruleOf({ keyword = "", message = "is not valid" }: Partial<ErrorObject> = {}): string {
  if (keyword === "const" || keyword === "enum") return "must be one of the allowed values";
  const article = /^must be [aio]/.test(message) ? "an" : "a";
  return keyword === "type" ? message.replace(/^must be (?!null)/, `must be ${article} `) : message;
}

/** Shows only names in the schema; others are the client's own. */
function where(place: string): string {
  return place === "" ? "The body" : `Field "${place}"`;
}
