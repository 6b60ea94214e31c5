import { OPERATIONS } from "@veil/contracts/openapi";
import type { Page, Route } from "playwright-core";

/** Text that does harm where it is not shown as text, and that is too long for a line. */
export const HOSTILE = `<img src=x onerror="document.title='owned'"> \u202egnp.exe 👩‍🚀 שלום ${"x".repeat(200)}`;

/** What the portal must read as it is, to show its pages at all. */
const REAL = ["/api/v1/auth/", "/api/v1/admin/session"];
const ISO_TIME = "2027-01-31T12:00:00.000Z";

interface Schema {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly type?: string;
  readonly format?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
}

/** Answers the page's requests so that every text field of the documented answer is hostile. */
export async function answerHostile(page: Page, text = HOSTILE): Promise<void> {
  await page.route("**/*", async (route) => {
    const body = hostileAnswer(route, text);
    if (body === undefined) await route.continue();
    else await route.fulfill({ json: body });
  });
}

function hostileAnswer(route: Route, text: string): unknown {
  const { pathname } = new URL(route.request().url());
  if (REAL.some((start) => pathname.startsWith(start))) return undefined;
  const operation = OPERATIONS.find(
    ({ method, path }) =>
      method.toUpperCase() === route.request().method() && formOf(path).test(pathname),
  );
  const schema = operation?.answers[200]?.schema;
  return schema && sampleOf(schema as Schema, "", text);
}

function formOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]+")}$`);
}

/** Returns a value of the schema's shape. @param name - of the field */
function sampleOf(schema: Schema, name: string, text: string): unknown {
  if ("const" in schema) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) return sampleOf(schema.anyOf.at(-1) ?? {}, name, text);
  switch (schema.type) {
    case "array":
      return [1, 2].map((at) => sampleOf(schema.items ?? {}, `${name}${at}`, text));
    case "object":
      return objectOf(schema, text);
    case "boolean":
      return true;
    case "integer":
    case "number":
      return 1;
    case "null":
      return null;
    default:
      return isTime(schema, name)
        ? ISO_TIME.slice(0, schema.format === "date" ? 10 : undefined)
        : text;
  }
}

function objectOf(
  { properties = {}, patternProperties, additionalProperties }: Schema,
  text: string,
) {
  const own = Object.entries(properties).map(([name, schema]) => [
    name,
    sampleOf(schema, name, text),
  ]);
  const others = [...Object.values(patternProperties ?? {}), additionalProperties];
  const other = others.find((schema) => typeof schema === "object");
  return Object.fromEntries([...own, ...(other ? [[text, sampleOf(other, "", text)]] : [])]);
}

function isTime({ format }: Schema, name: string): boolean {
  return format?.startsWith("date") === true || /(?:_at|^since|^until|timestamp)\d?$/.test(name);
}
