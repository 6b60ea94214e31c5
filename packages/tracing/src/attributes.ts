type Value = string | number | readonly string[];

const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
const isText = (form: RegExp) => (value: unknown) => typeof value === "string" && form.test(value);
const CODE = /^[a-z][a-z0-9_-]{0,63}$/;
const MODEL = /^[A-Za-z0-9][A-Za-z0-9._:/@-]{0,127}$/;
/** A route's pattern, as Express writes it: `/v1/messages`, `/jobs/:id`, `/portal{/*page}`. */
const PATTERN = String.raw`(unmatched|/[\w/.:*{}-]{0,200})`;
const ROUTE = new RegExp(`^${PATTERN}$`);

/**
 * The attributes that may leave in a span, each with the form of its values. Everything else is
 * removed from a span before it is sent, so a new attribute needs a line here, and one in
 * docs/decisions/0076-what-a-trace-may-hold.md, which a test compares with this table.
 */
export const ATTRIBUTES = {
  "service.name": isText(CODE),
  "http.request.method": isText(/^[A-Z-]{1,16}$/),
  "http.route": isText(ROUTE),
  "http.response.status_code": isCount,
  "error.type": isText(CODE),
  "gen_ai.operation.name": isText(CODE),
  "gen_ai.provider.name": isText(MODEL),
  "gen_ai.request.model": isText(MODEL),
  "gen_ai.response.model": isText(MODEL),
  "gen_ai.response.finish_reasons": (value: unknown) =>
    Array.isArray(value) && value.length <= 16 && value.every(isText(CODE)),
  "gen_ai.usage.input_tokens": isCount,
  "gen_ai.usage.output_tokens": isCount,
  "veil.audit.events": isCount,
  "veil.audit.log_size": isCount,
} as const satisfies Record<string, (value: unknown) => boolean>;

type AttributeName = keyof typeof ATTRIBUTES;
export type SpanAttributes = { readonly [K in AttributeName]?: Value | undefined };

/** Returns the attributes of the table whose values have the form that it states. */
export function allowedAttributes(attributes: Readonly<Record<string, unknown>>) {
  const kept = Object.entries(attributes).filter(
    ([name, value]) => Object.hasOwn(ATTRIBUTES, name) && ATTRIBUTES[name as AttributeName](value),
  );
  return Object.fromEntries(kept) as Record<AttributeName, string | number | string[]>;
}

/** The names of spans: of a request, its method and route; otherwise fixed words. */
const NAME = new RegExp(`^([A-Z-]{1,16} ${PATTERN}|[a-z][a-z ]{0,31})$`);

/** Returns the name of a span if it has a form without content. */
export function allowedName(name: string): string {
  return NAME.test(name) ? name : "unnamed";
}
