import {
  CHAT,
  changesSomething,
  ENDPOINTS,
  forEach,
  hasBody,
  type ListedEndpoint,
  LOGIN,
  MANIFEST,
  MCP,
  MESSAGES,
  NATIVE_CALL,
  PUBLIC_SUMMARY,
  REGISTER,
  SESSION,
  SUMMARY,
  takesKey,
  takesSession,
  VERIFICATION_PAGE,
  VERIFIER,
  VIEW,
} from "../endpoints.ts";
import { inGateway, provenBy, type Row, run } from "../row.ts";

/** Rows for every endpoint of a kind: each is one of the product, in words of the specification's table of errors. */

type Admitted = ListedEndpoint["admits"][number];

const refuses = (kind: Admitted) => (endpoint: ListedEndpoint) =>
  takesKey(endpoint) && !endpoint.admits.includes(kind);

const REPLACED = inGateway(
  "replaced-keys",
  "gets from %s 403 key_replaced when it manages, else the answer of a lasting key, also where it is remembered",
);

export const MISSING_KEY = forEach(takesKey, ({ name }) =>
  run(
    name,
    [401, "missing_api_key"],
    "no key",
    { as: "anonymous" },
    { headers: { "www-authenticate": "Bearer" } },
  ),
);

export const INVALID_KEY = forEach(takesKey, ({ name }) =>
  run(
    name,
    [401, "invalid_api_key"],
    "an unknown key",
    { as: "unknown key" },
    { headers: { "www-authenticate": "Bearer" } },
  ),
);

export const EXPIRED_LICENSE: readonly Row[] = [
  ...forEach(refuses("expired licenses"), ({ name }) =>
    run(name, [403, "license_expired"], "a license that has expired", { as: "expired" }),
  ),
  provenBy(
    VIEW,
    [403, "license_expired"],
    "the session's license has expired",
    inGateway("sessions", "of an expired license opens itself and the usage alone"),
  ),
];

export const DEVELOPER_KEY = forEach(refuses("developer keys"), ({ name }) =>
  run(
    name,
    [403, "tier_insufficient"],
    "a key of the class developer",
    { as: "developer" },
    { body: { hint: String } },
  ),
);

export const REPLACED_KEY = forEach(refuses("replaced keys"), ({ name }) =>
  provenBy(name, [403, "key_replaced"], "a key that has been replaced", REPLACED),
);

export const ENDED_SESSION = forEach(takesSession, ({ name }) =>
  run(name, [401, "session_required"], "a session that has ended", { as: "ended session" }),
);

export const FOREIGN_ORIGIN = forEach(
  (endpoint) => takesSession(endpoint) && changesSomething(endpoint),
  ({ name }) =>
    run(name, [403, "origin_not_allowed"], "a session, from a page of another origin", {
      as: "session elsewhere",
    }),
);

const ofOperators = (access: "admin" | "website") =>
  forEach(
    (endpoint) => endpoint.access === access,
    ({ name }) => [
      run(name, [401, `${access}_unauthorized`], "no operator's key", { as: "anonymous" }),
      run(name, [401, `${access}_unauthorized`], "a wrong one", { as: "wrong operator" }),
    ],
  ).flat();

export const NO_ADMIN = ofOperators("admin");
export const NO_WEBSITE = ofOperators("website");

export const NOT_JSON = forEach(hasBody, ({ name }) =>
  run(name, [400, "invalid_json"], "a body that is not JSON", { body: "{" }),
);

const hasRequiredFields = ({ body, bodyOptional }: ListedEndpoint) =>
  body !== undefined && bodyOptional === false;
/** What they require is one of several fields, or none. */
const NOTHING_REQUIRED = new Set([
  "PATCH /api/v1/account",
  "PATCH /api/v1/admin/customers/{customer_id}",
  "PUT /api/v1/admin/keys/{key_id}/entity-policy",
  "PUT /api/v1/admin/keys/{key_id}/call-policy",
]);

export const MISSING_FIELD = forEach(
  (endpoint) => hasRequiredFields(endpoint) && !NOTHING_REQUIRED.has(endpoint.name),
  ({ name }) => run(name, [400, "missing_field"], "a body without fields", { body: {} }),
);

export const UNKNOWN_FIELD = forEach(hasBody, ({ name, body }) =>
  run(name, [400, "invalid_field"], "a field that does not exist", {
    body: { ...body, surprise: 1 },
  }),
);

export const TOO_LARGE = forEach(hasBody, ({ name, bodyBytes = 0 }) =>
  run(name, [400, "request_too_large"], `a body of ${bodyBytes} bytes and one more`, {
    bytes: bodyBytes + 1,
  }),
);

export const WRONG_CHARSET = forEach(hasBody, ({ name }) =>
  run(name, [415, "unsupported_media_type"], "a charset other than UTF-8", {
    headers: { "content-type": "application/json; charset=utf-16" },
  }),
);

const paths = () => [...new Set(ENDPOINTS.map(({ name }) => name.split(" ")[1] ?? ""))];
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** A wrong method is refused before the key is read. */
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

export const UNKNOWN_ID = forEach(
  ({ name }) => name.includes("{") && !name.includes("job_id"),
  ({ name }) => run(name, [404, "not_found"], "an id of nothing", { unknownIds: true }),
);

const INFERENCE = [NATIVE_CALL, MESSAGES, CHAT];

export const TOO_MANY_CALLS: readonly Row[] = [
  ...forEach(
    (endpoint) => takesKey(endpoint) && ![...INFERENCE, MCP].includes(endpoint.name),
    ({ name }) =>
      provenBy(
        name,
        [429, "rate_limited"],
        "more calls of a customer a minute than the limit",
        inGateway(
          "customer-endpoints",
          "holds at every endpoint that asks for one, but for inference, and says when to come back",
        ),
      ),
  ),
  ...[MANIFEST, PUBLIC_SUMMARY, SUMMARY, VERIFICATION_PAGE, VERIFIER, "GET /invariant"].map(
    (name) =>
      provenBy(
        name,
        [429, "rate_limited"],
        "more reads of an address a minute than the limit",
        inGateway(
          "open-reads",
          "of an address are limited a minute at every endpoint that has them, and no other address is affected",
        ),
      ),
  ),
  provenBy(
    MCP,
    [429, "rate_limited"],
    "more messages of a customer a minute than the limit",
    inGateway(
      "mcp-messages",
      "MCP messages have a limit of their own, inference calls one with all other routes",
    ),
  ),
  ...forEach(
    ({ name, access }) =>
      [...INFERENCE, SESSION].includes(name) || ["admin", "website"].includes(access),
    ({ name }) =>
      provenBy(
        name,
        [429, "rate_limited"],
        "60 wrong credentials a minute from one address",
        inGateway(
          "failed-credentials",
          "When an address has sent 60 wrong ones in a minute, then the next is 429 rate_limited at every endpoint (%s)",
        ),
      ),
  ),
];

/** They ask the audit service alone. */
const OF_THE_LOG = "GET /api/v1/admin/audit/";

export const NO_DATABASE = forEach(
  ({ name, access }) =>
    !name.startsWith(OF_THE_LOG) &&
    (access !== "none" || [LOGIN, REGISTER, PUBLIC_SUMMARY, SUMMARY].includes(name)),
  ({ name }) =>
    provenBy(
      name,
      [503, "inference_service_unavailable"],
      "the database is down",
      inGateway(
        "lost-database",
        "When the database is down, then each that needs it is 503 inference_service_unavailable: %s",
      ),
    ),
);
