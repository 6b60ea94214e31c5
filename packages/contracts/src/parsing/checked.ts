import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import { closestMatch } from "leven";
import type { Static, TSchema } from "typebox";
import { ApiError } from "../errors.ts";
import { parseJson } from "./parse-json.ts";
import { type Errors, ruleOf } from "./rule-words.ts";

// `validateSchema` is off because compiling the meta-schema would cost each process and test suite
// 50 ms; schemas.test.ts proves that the schemas are valid.
const ajv = new Ajv({ strict: true, validateSchema: false, allErrors: false, ownProperties: true });
addFormats.default(ajv);

interface CheckOptions {
  /**
   * Names of unknown fields that errors may repeat because they are public, such as names in a
   * provider's API reference. By default, errors repeat only names in the schema.
   */
  readonly published?: ReadonlySet<string>;
}

/**
 * Returns a function that returns valid values unchanged and throws for others. The error names the
 * field and the rule, but never a value or key from the client, except a key that is published or a
 * typo of a known one. `place` is the path of the value in a larger body.
 * @throws ApiError `missing_field`, `invalid_field`
 */
export function checked<const S extends TSchema>(
  schema: S,
  { published = NONE }: CheckOptions = {},
): (value: unknown, place?: string) => Static<S> {
  // Compiles on first use, because most processes and test suites use only a few of the schemas
  // that they import.
  let compiled: ValidateFunction<Static<S>> | undefined;
  return (value, place = "") => {
    compiled ??= ajv.compile<Static<S>>(schema);
    const check = compiled;
    if (check(value)) return value;
    const body: Place = { name: place, schema };
    throw toApiError(closestFirst(check.errors ?? [], body), body, published);
  };
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Like `checked`, but parses JSON first.
 * @throws ApiError `invalid_json`, `missing_field`, `invalid_field`
 */
export function checkedJson<const S extends TSchema>(
  schema: S,
): (json: string | Uint8Array) => Static<S> {
  const parse = checked(schema);
  return (json) => parse(parseJson(json));
}

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

/**
 * Sorts the errors so that for a union, the errors of the best matching variant come first. A
 * variant to which a field of another variant is unknown matches worst.
 */
function closestFirst(errors: readonly ErrorObject[], body: Place): Errors {
  const closeness = (error: ErrorObject) =>
    isOfOtherVariant(error, body)
      ? 0
      : error.instancePath.split("/").length + (error.keyword === "type" ? 0 : 0.5);
  const own = errors.filter(({ keyword }) => keyword !== "anyOf");
  const [first, ...others] = own.toSorted((a, b) => closeness(b) - closeness(a));
  if (first === undefined) throw new TypeError("ajv names no error");
  return [first, ...others];
}

function isOfOtherVariant({ keyword, params, instancePath }: ErrorObject, body: Place): boolean {
  if (keyword !== "additionalProperties") return false;
  return knownFields(placeOf(instancePath, body)).includes(String(params["additionalProperty"]));
}

function knownFields({ schema }: Place): readonly string[] {
  return (schema.anyOf ?? [schema]).flatMap(({ properties = {} }) => Object.keys(properties));
}

function toApiError(errors: Errors, body: Place, published: ReadonlySet<string>): ApiError {
  const [{ keyword, params, instancePath }] = errors;
  const place = placeOf(instancePath, body);
  if (keyword === "required") {
    const field = joined(place.name, String(params["missingProperty"]));
    return new ApiError("missing_field", `Field "${field}" is required`);
  }
  if (keyword === "additionalProperties")
    return unknownField(String(params["additionalProperty"]), place, published);
  const rule = ruleOf(errors, place.schema.description);
  return new ApiError("invalid_field", `${subjectOf(place)} ${rule}`);
}

/**
 * Converts an instance path to a place. The place contains only array indices and names in the
 * schema; it ends before the first name that the client chose.
 */
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

/**
 * Returns the error for an unknown field. It repeats the client's name only if the name is
 * published or a typo of a known field, because any other name may be personal data.
 */
function unknownField(name: string, place: Place, published: ReadonlySet<string>): ApiError {
  const known = knownFields(place);
  const meant = meantField(name, known);
  const field = joined(place.name, name);
  if (meant !== undefined)
    return new ApiError("invalid_field", `Field "${field}" is unknown: did you mean ${meant}?`);
  if (published.has(name))
    return new ApiError("invalid_field", `Field "${field}" is not supported here`);
  const hint = known.length === 0 ? {} : { hint: `Known fields: ${known.join(", ")}` };
  return new ApiError("invalid_field", `${subjectOf(place)} has an unknown field`, hint);
}

/**
 * Returns the known name that is at most two edits away, if any. Two swapped letters count as two
 * edits. A name that differs more may be anything.
 */
function meantField(name: string, known: readonly string[]): string | undefined {
  const maxDistance = Math.min(2, Math.floor(name.length / 2));
  return maxDistance === 0 ? undefined : closestMatch(name, [...known], { maxDistance });
}

function subjectOf({ name }: Place): string {
  return name === "" ? "The body" : `Field "${name}"`;
}
