import type { TObject, TSchema } from "typebox";
import { ERROR_STATUS, type ErrorCode } from "../errors.ts";
import { errorBodyOf } from "../public/error.ts";
import {
  type Access,
  type DocumentedAnswer,
  errorsOf,
  HTTP_LAYER_ERRORS,
  type Operation,
} from "./operation.ts";
import { pathParameters } from "./path-parameters.ts";
import { createPublishedSchemas } from "./published-schemas.ts";

type Publish = (schema: TSchema) => object;

/** The version of the API, not of the software. */
const API_VERSION = "1.0";

const SECURITY_SCHEMES = {
  apiKey: { type: "apiKey", in: "header", name: "x-api-key" },
  bearer: { type: "http", scheme: "bearer", description: "The API key, as in x-api-key" },
  session: { type: "apiKey", in: "cookie", name: "svc_session" },
  adminKey: { type: "apiKey", in: "header", name: "x-admin-key" },
  websiteKey: { type: "apiKey", in: "header", name: "x-website-key" },
};

const KEY = [{ apiKey: [] }, { bearer: [] }];
const SESSION = [{ session: [] }];

const SECURITY: Readonly<Record<Access, readonly object[]>> = {
  none: [],
  key: KEY,
  session: SESSION,
  "key or session": [...KEY, ...SESSION],
  admin: [{ adminKey: [] }],
  website: [{ websiteKey: [] }],
};

const RETRY_AFTER = {
  "Retry-After": { description: "Seconds", schema: { type: "integer", minimum: 0 } },
};

/**
 * Returns an OpenAPI 3.1 document that describes the operations
 * (https://spec.openapis.org/oas/v3.1.1.html).
 */
export function openApiDocument(operations: readonly Operation[]): object {
  const { publish, components } = createPublishedSchemas();
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const path = paths[operation.path] ?? {};
    path[operation.method] = described(operation, publish);
    paths[operation.path] = path;
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Veil Gateway",
      version: API_VERSION,
      summary: "Language models on text with personal data, without showing it to them",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: { schemas: components, securitySchemes: SECURITY_SCHEMES },
  };
}

function described(operation: Operation, publish: Publish): object {
  const { id, tag, summary, description, access, body } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    security: SECURITY[access],
    parameters: [
      ...pathParameters(operation.path),
      ...parameters("query", operation.query, publish),
      ...parameters("header", operation.headers, publish),
    ],
    ...(body && {
      requestBody: {
        required: body.optional !== true,
        content: json(publish(body.schema), { example: body.example }),
      },
    }),
    responses: responses(operation, publish),
  };
}

function parameters(place: "query" | "header", schema: TObject | undefined, publish: Publish) {
  if (schema === undefined) return [];
  const { properties } = schema;
  const required: readonly string[] = schema.required ?? [];
  return Object.entries(properties).map(([name, part]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: publish(part),
  }));
}

function responses(operation: Operation, publish: Publish): object {
  const answers = Object.entries(operation.answers).map(
    ([status, answer]) => [status, answerObject(answer, publish)] as const,
  );
  const known = new Set(Object.keys(operation.answers));
  const refused = Object.entries(byStatus(errorsOf(operation)))
    // If an operation both succeeds and fails with the same status, the document describes only the
    // success under that status; `default` describes the error.
    .filter(([status]) => !known.has(status))
    .map(([status, codes]) => [status, errorObject(codes, operation, publish)] as const);
  const other = errorObject(HTTP_LAYER_ERRORS, operation, publish);
  return { ...Object.fromEntries([...answers, ...refused]), default: other };
}

function byStatus(codes: readonly ErrorCode[]): Readonly<Record<string, ErrorCode[]>> {
  const grouped: Record<string, ErrorCode[]> = {};
  for (const code of codes) {
    const status = String(ERROR_STATUS[code]);
    grouped[status] = [...(grouped[status] ?? []), code];
  }
  return grouped;
}

function answerObject(answer: DocumentedAnswer, publish: Publish): object {
  const {
    description,
    schema,
    headers,
    contentType = "application/json",
    otherTypes = [],
  } = answer;
  const others = otherTypes.map((type) => [
    type,
    { schema: { type: type.endsWith("+json") ? "object" : "string" } },
  ]);
  return {
    description,
    ...(headers && { headers: headerObjects(headers) }),
    ...(schema && {
      content: { [contentType]: { schema: publish(schema) }, ...Object.fromEntries(others) },
    }),
  };
}

function headerObjects(headers: Readonly<Record<string, string>>): object {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [
      name,
      { description, schema: { type: "string" } },
    ]),
  );
}

function errorObject(
  codes: readonly ErrorCode[],
  { errorForm }: Operation,
  publish: Publish,
): object {
  const waits = codes.some((code) => [429, 503].includes(ERROR_STATUS[code]));
  return {
    description: codes.map((code) => `\`${code}\``).join(", "),
    ...(waits && { headers: RETRY_AFTER }),
    content: json(publish(errorBodyOf(codes, errorForm))),
  };
}

function json(schema: object, more: object = {}): object {
  return { "application/json": { schema, ...more } };
}
