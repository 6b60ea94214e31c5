import type { ErrorObject } from "ajv";

export type Errors = readonly [ErrorObject, ...ErrorObject[]];

type Params = Readonly<Record<string, unknown>>;

/**
 * Maps each JSON Schema keyword to a plain description of what the value must be. The validator's
 * own messages are written for programmers.
 */
const RULES: Readonly<Record<string, (params: Params) => string>> = {
  type: ({ type }) => (type === "null" ? "must be null" : `must be ${article(String(type))}`),
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  exclusiveMinimum: ({ limit }) => `must be more than ${limit}`,
  exclusiveMaximum: ({ limit }) => `must be less than ${limit}`,
  minLength: ({ limit }) =>
    limit === 1 ? "must not be empty" : `must have at least ${limit} characters`,
  maxLength: ({ limit }) => `must have at most ${counted(limit, "character")}`,
  minItems: ({ limit }) => `must have at least ${counted(limit, "item")}`,
  maxItems: ({ limit }) =>
    limit === 0 ? "must have no items" : `must have at most ${counted(limit, "item")}`,
  uniqueItems: () => "must not have the same item twice",
  minProperties: ({ limit }) => `must have at least ${counted(limit, "member")}`,
  maxProperties: ({ limit }) => `must have at most ${counted(limit, "member")}`,
  multipleOf: ({ multipleOf }) => `must be a multiple of ${multipleOf}`,
  format: ({ format }) => `must be ${FORMATS[String(format)] ?? `in the format ${format}`}`,
  pattern: () => "has the wrong form",
};

const FORMATS: Readonly<Record<string, string>> = {
  email: "an email address",
  "date-time": "a time such as 2027-01-31T00:00:00Z",
  date: "a date such as 2027-01-31",
  uri: "an absolute URL",
  uuid: "a UUID",
};

/**
 * Returns a description of what the value must be according to the first error. `description` is
 * the schema's own; it replaces a pattern or format.
 */
export function ruleOf(errors: Errors, description: string | undefined): string {
  const [{ keyword, params, propertyName }] = errors;
  if ((keyword === "pattern" || keyword === "format") && description !== undefined)
    return `must be ${description}`;
  if (keyword === "const" || keyword === "enum") {
    const values = allowedValues(errors);
    return propertyName === undefined
      ? `must be one of ${values}`
      : `has an unknown key; use one of ${values}`;
  }
  return RULES[keyword]?.(params) ?? "is not valid";
}

/**
 * Returns the allowed values of a union of constants, for which the validator reports one error per
 * constant.
 */
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

function article(noun: string): string {
  return `${/^[aio]/.test(noun) ? "an" : "a"} ${noun}`;
}

function counted(limit: unknown, noun: string): string {
  return `${limit} ${noun}${limit === 1 ? "" : "s"}`;
}
