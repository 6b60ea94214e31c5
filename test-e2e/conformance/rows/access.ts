import {
  changesSomething,
  ENDPOINTS,
  hasBody,
  type ListedEndpoint,
  LOGIN,
  MANIFEST,
  PUBLIC_SUMMARY,
  REGISTER,
  rowsFor,
  SESSION,
  SUMMARY,
  takesKey,
  takesSession,
  VERIFICATION_PAGE,
  VERIFIER,
  VIEW,
} from "../endpoints.ts";
import { type Row, run, type StatusAndCode, tested } from "../row.ts";

/**
 * Rows that are generated for every endpoint of one kind, named as in the specification's table of
 * errors.
 */

type Admitted = ListedEndpoint["admits"][number];

const refuses = (kind: Admitted) => (endpoint: ListedEndpoint) =>
  takesKey(endpoint) && !endpoint.admits.includes(kind);

export const MISSING_KEY = rowsFor(takesKey, ({ name }) =>
  run(
    name,
    [401, "missing_api_key"],
    "no key",
    { as: "anonymous" },
    { headers: { "www-authenticate": "Bearer" } },
  ),
);

export const INVALID_KEY = rowsFor(takesKey, ({ name }) =>
  run(
    name,
    [401, "invalid_api_key"],
    "an unknown key",
    { as: "unknown key" },
    { headers: { "www-authenticate": "Bearer" } },
  ),
);

export const EXPIRED_LICENSE: readonly Row[] = [
  ...rowsFor(refuses("expired licenses"), ({ name }) =>
    run(name, [403, "license_expired"], "a license that has expired", { as: "expired" }),
  ),
  ...tested([403, "license_expired"], VIEW),
];

export const DEVELOPER_KEY = rowsFor(refuses("developer keys"), ({ name }) =>
  run(
    name,
    [403, "tier_insufficient"],
    "a key of the class developer",
    { as: "developer" },
    { body: { hint: String } },
  ),
);

export const REPLACED_KEY = testedAt([403, "key_replaced"], refuses("replaced keys"));

export const ENDED_SESSION = rowsFor(takesSession, ({ name }) =>
  run(name, [401, "session_required"], "a session that has ended", { as: "ended session" }),
);

export const FOREIGN_ORIGIN = rowsFor(
  (endpoint) => takesSession(endpoint) && changesSomething(endpoint),
  ({ name }) =>
    run(name, [403, "origin_not_allowed"], "a session, from a page of another origin", {
      as: "session elsewhere",
    }),
);

export const ROLE = tested(
  [403, "role_insufficient"],
  ...rowsFor(
    (endpoint) => takesSession(endpoint) && endpoint.permission !== "read",
    ({ name }) => name,
  ),
);

const ofOperators = (access: "admin" | "website") =>
  rowsFor(
    (endpoint) => endpoint.access === access,
    ({ name }) => [
      run(name, [401, `${access}_unauthorized`], "no operator's key", { as: "anonymous" }),
      run(name, [401, `${access}_unauthorized`], "a wrong key", {
        as: "wrong operator",
      }),
    ],
  ).flat();

export const NO_ADMIN = ofOperators("admin");
export const NO_WEBSITE = ofOperators("website");

export const NOT_JSON = rowsFor(hasBody, ({ name }) =>
  run(name, [400, "invalid_json"], "a body that is not JSON", { body: "{" }),
);

const hasRequiredFields = ({ body, bodyOptional }: ListedEndpoint) =>
  body !== undefined && bodyOptional === false;
/** Endpoints that require no specific field: either one of several, or none. */
const NOTHING_REQUIRED = new Set([
  "PATCH /api/v1/account",
  "PATCH /api/v1/admin/customers/{customer_id}",
  "PUT /api/v1/compliance/processing-record/{activity_id}",
  "PATCH /api/v1/compliance/dsar/{subject_request_id}",
  "PUT /api/v1/admin/keys/{key_id}/entity-policy",
  "PUT /api/v1/admin/keys/{key_id}/call-policy",
]);

export const MISSING_FIELD = rowsFor(
  (endpoint) => hasRequiredFields(endpoint) && !NOTHING_REQUIRED.has(endpoint.name),
  ({ name }) => run(name, [400, "missing_field"], "a body without fields", { body: {} }),
);

export const UNKNOWN_FIELD = rowsFor(hasBody, ({ name, body }) =>
  run(name, [400, "invalid_field"], "a field that does not exist", {
    body: { ...body, surprise: 1 },
  }),
);

export const TOO_LARGE = rowsFor(hasBody, ({ name, bodyBytes = 0 }) =>
  run(name, [400, "request_too_large"], `a body of ${bodyBytes} bytes and one more`, {
    bytes: bodyBytes + 1,
  }),
);

export const WRONG_CHARSET = rowsFor(hasBody, ({ name }) =>
  run(name, [415, "unsupported_media_type"], "a charset other than UTF-8", {
    headers: { "content-type": "application/json; charset=utf-16" },
  }),
);

const paths = () => [...new Set(ENDPOINTS.map(({ name }) => name.split(" ")[1] ?? ""))];
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Rows without a key, because a wrong method is refused before the key is read. */
export const WRONG_METHOD = paths().map((path) => {
  const allowed = ENDPOINTS.filter(({ name }) => name.endsWith(` ${path}`)).map(
    ({ name }) => name.split(" ")[0] ?? "",
  );
  const wrong = METHODS.find((method) => !allowed.includes(method)) ?? "";
  const named = METHODS.filter((method) => allowed.includes(method));
  const allow = named.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  return run(
    `${wrong} ${path}`,
    [405, "method_not_allowed"],
    "a method that the path does not have",
    { as: "anonymous" },
    { headers: { allow: new RegExp(`^${allow.map((one) => `(?=.*\\b${one}\\b)`).join("")}`) } },
  );
});

export const UNKNOWN_ID = rowsFor(
  ({ name }) => name.includes("{") && !name.includes("job_id"),
  ({ name }) => run(name, [404, "not_found"], "an unknown id", { unknownIds: true }),
);

const LIMITED = [MANIFEST, PUBLIC_SUMMARY, SUMMARY, VERIFICATION_PAGE, VERIFIER, "GET /invariant"];

export const TOO_MANY_CALLS = testedAt(
  [429, "rate_limited"],
  ({ name, access }) =>
    ["key", "key or session", "admin", "website"].includes(access) ||
    [...LIMITED, LOGIN, SESSION].includes(name),
);

const CALLBACK = "GET /api/v1/auth/oidc/{provider_id}/callback";
/** Prefix of the endpoints that query only the audit service, not the database. */
const OF_THE_LOG = "GET /api/v1/admin/audit/";

export const NO_DATABASE = testedAt(
  [503, "inference_service_unavailable"],
  ({ name, access }) =>
    !name.startsWith(OF_THE_LOG) &&
    (access !== "none" || [LOGIN, REGISTER, PUBLIC_SUMMARY, SUMMARY, CALLBACK].includes(name)),
);

function testedAt(outcome: StatusAndCode, matches: (endpoint: ListedEndpoint) => boolean) {
  return tested(outcome, ...rowsFor(matches, ({ name }) => name));
}
