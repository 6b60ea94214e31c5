import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { OPERATIONS } from "@veil/contracts/openapi";
import { checked } from "@veil/contracts/parsing";
import {
  ENDPOINTS,
  EVIDENCE_PACK,
  FRESH,
  type ListedEndpoint,
  MANIFEST,
  SUMMARY,
  VERIFICATION_PAGE,
  VERIFIER,
} from "../conformance/endpoints.ts";
import { REQUEST_ROWS, titleOf } from "../conformance/lines.ts";
import type { ExpectedAnswer, RequestRow, RowCaller } from "../conformance/row.ts";
import type { Reply } from "../support/clients/gateway.ts";
import { type Callers, createCallers, UNKNOWN_IDS } from "../support/conformance-callers.ts";
import type { Scenario } from "../support/scenario.ts";

const ADMITTED = {
  none: "anonymous",
  key: "pro",
  "key or session": "pro",
  session: "session",
  admin: "admin",
  website: "website",
} as const satisfies Record<string, RowCaller>;

/**
 * The Cache-Control of responses that clients may cache, for a minute or with revalidation: keys
 * and the verifier.
 */
const CACHING: Readonly<Record<string, string>> = {
  [MANIFEST]: "public, max-age=60",
  [VERIFICATION_PAGE]: "no-cache",
  [VERIFIER]: "no-cache",
};

/** The content types of responses for people and browsers. */
const TYPES: Readonly<Record<string, string>> = {
  [SUMMARY]: "text/html",
  [VERIFICATION_PAGE]: "text/html",
  [VERIFIER]: "text/javascript",
  [EVIDENCE_PACK]: "application/zip",
};

const ERROR_FIELDS = /^(error|message|hint|retry_after_seconds|used|limit|request_id)$/;

/**
 * Errors that are the same in every profile, because the access check and the body parser refuse a
 * request before anything is stored or sent.
 */
const SAME_IN_EVERY_PROFILE: ReadonlySet<string> = new Set([
  ...["missing_api_key", "invalid_api_key", "license_expired", "tier_insufficient"],
  ...["session_required", "origin_not_allowed", "admin_unauthorized", "website_unauthorized"],
  ...["invalid_json", "unsupported_media_type", "request_too_large"],
]);

export const ROWS_OF_EACH_PROFILE = REQUEST_ROWS.filter(
  ({ code = "" }) => !SAME_IN_EVERY_PROFILE.has(code),
);

/** Defines one test for each request of the conformance table. */
export function describeConformance(scenario: () => Scenario, rows = REQUEST_ROWS): void {
  describe("The interface, row by row", () => {
    let callers: Callers;
    beforeAll(async () => {
      callers = await createCallers(scenario());
    });

    /** The responses by request: rows that differ only in what they expect share one request. */
    const replies = new Map<string, Promise<Reply>>();
    function replyTo(row: RequestRow): Promise<Reply> {
      const request = JSON.stringify([row.endpoint, row.sent]);
      const reply = replies.get(request) ?? scenario().gateway.call(requestOf(row, callers));
      replies.set(request, reply);
      return reply;
    }

    test.each(rows.map((row) => [titleOf(row), row] as const))("%s", async (_title, row) => {
      const reply = await replyTo(row);
      expect([reply.status, codeOf(reply)]).toEqual([row.status, row.code]);
      expectOfEvery(reply, {
        caching: CACHING[row.endpoint] ?? "no-store",
        type: (reply.status < 400 && TYPES[row.endpoint]) || "application/json",
      });
      expectAnswer(reply, row.answer);
      expectDocumented(row, reply);
    });
  });
}

function requestOf({ endpoint, sent }: RequestRow, callers: Callers) {
  const [method = "", place = ""] = endpoint.split(" ");
  const known = ENDPOINTS.find(({ name }) => name === endpoint);
  const ids = sent.unknownIds === true ? UNKNOWN_IDS : callers.idsFor(place);
  const path = place.replaceAll(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? "");
  const query = sent.query === undefined ? "" : `?${sent.query}`;
  const body = "body" in sent ? sent.body : known?.body;
  return {
    method: method as "GET",
    path: path + query,
    headers: {
      ...callers.headersOf(sent.as ?? admittedTo(known)),
      // Each request has a unique client address, because the gateway counts refused keys by
      // address.
      "x-forwarded-for": freshAddress(),
      ...fresh(sent.headers ?? {}),
    },
    ...(body !== undefined && { body: padded(bodyOf(body), sent.bytes) }),
  };
}

function admittedTo(endpoint: ListedEndpoint | undefined): RowCaller {
  if (endpoint?.feature === "responses") return "with responses";
  return ADMITTED[endpoint?.access ?? "none"];
}

function bodyOf(body: unknown): string {
  return typeof body === "string" ? body : JSON.stringify(fresh(body));
}

function padded(text: string, bytes = 0): string {
  return text.padEnd(bytes);
}

/** Replaces every `FRESH` with one unique value. */
function fresh<T>(value: T): T {
  const unique = randomBytes(12).toString("hex");
  return JSON.parse(JSON.stringify(value).replaceAll(FRESH, unique)) as T;
}

function freshAddress(): string {
  const [a = 0, b = 0, c = 0] = randomBytes(3);
  return `10.${a}.${b}.${c}`;
}

function codeOf({ status, body }: Reply): unknown {
  return status < 400 || status === 410 ? undefined : body["error"];
}

/** Expects the properties that every response has. */
function expectOfEvery(
  { status, headers, body, text }: Reply,
  { caching, type }: { readonly caching: string; readonly type: string },
): void {
  expect(headers["x-request-id"]).toMatch(/^req_[0-9a-f]{32}$/);
  expect(headers["cache-control"]).toBe(caching);
  expect(headers).not.toHaveProperty("x-powered-by");
  if (text !== "") expect(headers["content-type"]?.split(";")[0]).toBe(type);
  if (status === 410 || status < 400 || text === "") return;
  expect(Object.keys(body).filter((field) => !ERROR_FIELDS.test(field))).toEqual([]);
  expect(body).toMatchObject({ message: expect.any(String), request_id: headers["x-request-id"] });
  expect(headers["retry-after"]).toBe(body["retry_after_seconds"]?.toString());
}

function expectAnswer({ headers, body }: Reply, expected: ExpectedAnswer): void {
  for (const [name, value] of Object.entries(expected.headers ?? {}))
    expect(headers[name]).toEqual(matching(value));
  expect(body).toMatchObject(matching(expected.body ?? {}) as object);
  for (const field of expected.without ?? []) expect(body).not.toHaveProperty(field);
}

const documented = new Map(
  OPERATIONS.flatMap(({ method, path, answers }) =>
    Object.entries(answers).map(([status, { schema }]) => [
      `${method.toUpperCase()} ${path} ${status}`,
      schema && checked(schema),
    ]),
  ),
);

/**
 * Checks the response against its documented schema. The component tests do the same with fake
 * services.
 */
function expectDocumented({ endpoint }: RequestRow, { status, body, text, headers }: Reply): void {
  const isJson = headers["content-type"]?.startsWith("application/json") === true;
  documented.get(`${endpoint} ${status}`)?.(isJson ? body : text);
}

/** Turns regular expressions and constructors in the data into jest's matchers. */
function matching(value: unknown): unknown {
  if (value instanceof RegExp) return expect.stringMatching(value);
  if (typeof value === "function") return expect.any(value);
  if (Array.isArray(value)) return value.map(matching);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, matching(part)]));
}
