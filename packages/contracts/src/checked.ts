import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import type { Static, TSchema } from "typebox";
import { ApiError } from "./errors.ts";
import { parseJson } from "./parse-json.ts";

// typebox writes valid schemas (schemas.test.ts); to compile their meta-schema costs each process and suite 50 ms.
const ajv = new Ajv({ strict: true, validateSchema: false, allErrors: false, ownProperties: true });
addFormats.default(ajv);

/**
 * The message names place and rule, never the client's value or key; `place` is where the value stands in a larger
 * body. @throws ApiError `missing_field`, `invalid_field`
 */
export function checked<const S extends TSchema>(
  schema: S,
): (value: unknown, place?: string) => Static<S> {
  // With the first value: most processes and suites read a few of the schemas that they import.
  let compiled: ValidateFunction<Static<S>> | undefined;
  return (value, place = "") => {
    compiled ??= ajv.compile<Static<S>>(schema);
    const check = compiled;
    if (check(value)) return value;
    throw toApiError(closestFirst(check.errors ?? []), { name: place, schema });
  };
}

/** `checked` for JSON text. @throws ApiError `invalid_json` too */
export function checkedJson<const S extends TSchema>(
  schema: S,
): (json: string | Uint8Array) => Static<S> {
  const parse = checked(schema);
  return (json) => parse(parseJson(json));
}

type Errors = readonly [ErrorObject, ...ErrorObject[]];

interface Place {
  readonly name: string;
  readonly schema: SchemaNode;
}

interface SchemaNode {
  readonly anyOf?: readonly SchemaNode[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly description?: string;
}

/** Of a union, each variant has its error: the value is meant as the one that it fits the furthest. */
function closestFirst(errors: readonly ErrorObject[]): Errors {
  const closeness = ({ instancePath, keyword }: ErrorObject) =>
    instancePath.split("/").length + (keyword === "type" ? 0 : 0.5);
  const own = errors.filter(({ keyword }) => keyword !== "anyOf");
  const [first, ...others] = own.toSorted((a, b) => closeness(b) - closeness(a));
  if (first === undefined) throw new TypeError("ajv names no error");
  return [first, ...others];
}

function toApiError(errors: Errors, body: Place): ApiError {
  const [{ keyword, params, instancePath }] = errors;
  const place = placeOf(instancePath, body);
  if (keyword === "required") {
    const field = joined(place.name, String(params["missingProperty"]));
    return new ApiError("missing_field", `Field "${field}" is required`);
  }
  const subject = place.name === "" ? "The body" : `Field "${place.name}"`;
  return new ApiError("invalid_field", `${subject} ${ruleOf(errors, place.schema)}`);
}

/** Shows only names in the schema and indices; other names are the client's own, and the place ends before them. */
function placeOf(instancePath: string, body: Place): Place {
  let { name, schema } = body;
  for (const step of instancePath.split("/").slice(1)) {
    const { property, items } = inVariants(schema, step);
    if (property !== undefined) name = joined(name, step);
    else if (items !== undefined) name = `${name}[${step}]`;
    const next = property ?? items;
    if (next === undefined) break;
    schema = next;
  }
  return { name, schema };
}

function inVariants(schema: SchemaNode, step: string) {
  const variants = schema.anyOf ?? [schema];
  const having = variants.find(({ properties = {} }) => Object.hasOwn(properties, step));
  const items = variants.find((variant) => variant.items !== undefined)?.items;
  return { property: having?.properties?.[step], items };
}

function joined(name: string, field: string): string {
  return name === "" ? field : `${name}.${field}`;
}

function ruleOf(errors: Errors, { description }: SchemaNode): string {
  const [{ keyword, message = "is not valid", propertyName }] = errors;
  if (keyword === "additionalProperties") return "has an unknown field";
  if (keyword === "pattern" && description === undefined) return "has the wrong form";
  if ((keyword === "pattern" || keyword === "format") && description !== undefined)
    return `must be ${description}`;
  if (keyword === "const" || keyword === "enum") {
    const values = allowedValues(errors);
    return propertyName === undefined
      ? `must be one of ${values}`
      : `has an unknown key; use one of ${values}`;
  }
  const article = /^must be [aio]/.test(message) ? "an" : "a";
  return keyword === "type" ? message.replace(/^must be (?!null)/, `must be ${article} `) : message;
}

/** A union of constants has an error for each of them. */
function allowedValues(errors: Errors): string {
  const [{ instancePath: place }] = errors;
  return errors
    .filter(({ instancePath }) => instancePath === place)
    .flatMap(({ keyword, params }): unknown[] => {
      if (keyword === "const") return [params["allowedValue"]];
      return keyword === "enum" ? params["allowedValues"] : [];
    })
    .map((value) => JSON.stringify(value))
    .join(", ");
}
