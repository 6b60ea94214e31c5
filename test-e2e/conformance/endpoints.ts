type Access = "none" | "key" | "session" | "key or session" | "admin" | "website";

/** An endpoint that the product has, as it is called; written from the specification, not from the OpenAPI document. */
export interface ListedEndpoint {
  readonly name: string;
  readonly access: Access;
  /** One that it takes. `FRESH` in a text becomes unique with each request. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly bodyBytes?: number;
  readonly developerKeys?: true;
  /** Keys that have been replaced, until their end. */
  readonly replacedKeys?: true;
  /** Also without a body, or with an empty one. */
  readonly bodyOptional?: true;
}

const KILOBYTE = 1024;
const SMALL = 64 * KILOBYTE;
const LARGE = 4 * KILOBYTE * KILOBYTE;
export const FRESH = "<fresh>";

const list = { kind: "deny", entries: [{ value: "Project Heron" }] };
const customer = { email: `${FRESH}@example.org`, tier: "pro" };

const at =
  (access: Access, root = "") =>
  (
    name: string,
    body?: ListedEndpoint["body"],
    more: Pick<
      ListedEndpoint,
      "bodyBytes" | "bodyOptional" | "developerKeys" | "replacedKeys"
    > = {},
  ): ListedEndpoint => {
    const [method = "", path = ""] = name.split(" ");
    const bytes = body === undefined ? {} : { body, bodyBytes: SMALL };
    return { name: `${method} ${root}${path}`, access, ...bytes, ...more };
  };

const open = at("none");
const sdk = at("key", "/v1");
const keyed = at("key", "/api/v1");
const own = at("key or session", "/api/v1");
const session = at("session", "/api/v1");
const admin = at("admin", "/api/v1/admin");
const website = at("website", "/api/v1/website");
const large = { bodyBytes: LARGE };
const call = { replacedKeys: true } as const;
const sdkRead = { ...call, developerKeys: true } as const;
const sdkCall = { ...large, ...sdkRead } as const;
const chat = { model: "m-1", messages: [{ role: "user", content: "Hello" }] };
const optional = { bodyOptional: true } as const;

export const NATIVE_CALL = "POST /api/v1/proxy/messages";
export const MESSAGES = "POST /v1/messages";
export const CHAT = "POST /v1/chat/completions";
export const COUNT_TOKENS = "POST /v1/messages/count_tokens";
export const MODELS = "GET /v1/models";
export const MODEL = "GET /v1/models/{model_id}";
export const MCP = "POST /api/v1/mcp/messages";
export const REGISTER = "POST /api/v1/register";
export const SCAN = "POST /api/v1/scan";
export const USAGE = "GET /api/v1/usage";
export const EXPORT = "GET /api/v1/audit/export";
export const VIEW = "GET /api/v1/account/audit";
export const LOGIN = "POST /api/v1/auth/login";
export const LOGOUT = "POST /api/v1/auth/logout";
export const SESSION = "GET /api/v1/auth/session";
export const CERTIFICATE = "GET /api/v1/veil/certificate/{request_id}";
export const OPENINGS = `${CERTIFICATE}/openings`;
export const PUBLIC_SUMMARY = `${CERTIFICATE}/public`;
export const SUMMARY = `${CERTIFICATE}/summary`;
export const VERIFICATION_PAGE = "GET /veil/verify";
export const VERIFIER = "GET /veil/verifier.js";
export const MANIFEST = "GET /.well-known/veil-keys.json";

export const ENDPOINTS: readonly ListedEndpoint[] = [
  open(REGISTER, { email: `${FRESH}@example.org` }),
  open(SCAN, { text: "Call Ann." }),
  open(MANIFEST),
  open(PUBLIC_SUMMARY),
  open(SUMMARY),
  open(VERIFICATION_PAGE),
  open(VERIFIER),
  open("GET /health"),
  open("GET /ready"),
  open("GET /invariant"),
  open(LOGIN, { api_key: "svc_none" }),
  open(LOGOUT),
  session("GET /auth/session"),
  session("GET /account/audit"),
  keyed(
    "POST /proxy/messages",
    { prompt_template: "Summarize: {letter}", context: { letter: "Nothing to see." } },
    { ...large, ...call },
  ),
  sdk("POST /messages", { ...chat, max_tokens: 10 }, sdkCall),
  sdk("POST /chat/completions", chat, sdkCall),
  sdk("POST /messages/count_tokens", chat, sdkCall),
  sdk("GET /models", undefined, sdkRead),
  sdk("GET /models/{model_id}", undefined, sdkRead),
  keyed(
    "POST /mcp/messages",
    { jsonrpc: "2.0", id: 1, method: "tools/list" },
    { ...large, ...call },
  ),
  keyed("GET /proxy/jobs/{job_id}", undefined, call),
  keyed("DELETE /proxy/jobs/{job_id}", undefined, call),
  keyed("GET /veil/certificate/{request_id}", undefined, call),
  keyed("GET /veil/certificate/{request_id}/openings", undefined, call),
  own("GET /usage", undefined, sdkRead),
  own("GET /audit/export"),
  own("GET /account"),
  own("PATCH /account", { company: "Example Ltd" }),
  own("DELETE /account", { confirm: "cus_none" }),
  own("GET /account/keys"),
  own("POST /account/keys", {}, optional),
  own("DELETE /account/keys/{key_id}"),
  own("POST /account/keys/{key_id}/rotate", { grace_seconds: 0 }, optional),
  own("PUT /account/provider-key", { provider_key: "sk-ant-of-the-customer" }),
  own("DELETE /account/provider-key"),
  own("GET /account/entity-policy"),
  own("GET /account/entity-lists"),
  own("POST /account/entity-lists", list, large),
  own("GET /account/entity-lists/{list_id}"),
  own("PUT /account/entity-lists/{list_id}", list, large),
  own("DELETE /account/entity-lists/{list_id}"),
  admin("GET /customers"),
  admin("POST /customers", customer),
  admin("POST /customers/search", { email: "unknown@example.org" }),
  admin("GET /customers/{customer_id}"),
  admin("PATCH /customers/{customer_id}", { tier: "pro" }),
  admin("POST /customers/{customer_id}/keys", {}, optional),
  admin("DELETE /customers/{customer_id}/keys/{key_id}"),
  admin("POST /customers/{customer_id}/keys/{key_id}/rotate", { grace_seconds: 0 }, optional),
  admin("GET /customers/{customer_id}/entity-lists"),
  admin("POST /customers/{customer_id}/entity-lists", list, large),
  admin("GET /customers/{customer_id}/entity-lists/{list_id}"),
  admin("PUT /customers/{customer_id}/entity-lists/{list_id}", list, large),
  admin("DELETE /customers/{customer_id}/entity-lists/{list_id}"),
  admin("GET /keys/{key_id}/entity-policy"),
  admin("PUT /keys/{key_id}/entity-policy", {}),
  admin("DELETE /keys/{key_id}/entity-policy"),
  admin("GET /keys/{key_id}/call-policy"),
  admin("PUT /keys/{key_id}/call-policy", {}),
  admin("DELETE /keys/{key_id}/call-policy"),
  admin("GET /organizations"),
  admin("POST /organizations"),
  admin("GET /organizations/{org_id}"),
  admin("GET /users"),
  admin("PUT /users/{customer_id}/password", { password: "correct horse battery" }),
  admin("DELETE /users/{customer_id}/password"),
  admin("GET /contacts"),
  admin("DELETE /contacts/{contact_id}"),
  admin("GET /audit/verification"),
  admin("GET /audit/checkpoint"),
  admin("GET /audit/leaves"),
  admin("GET /audit/time-stamp"),
  admin("GET /stats"),
  website("POST /provision", customer),
  website("GET /stats"),
  website("POST /contact", { email: "ann@example.org", message: "Please call." }),
];

export const takesKey = ({ access }: ListedEndpoint): boolean =>
  access === "key" || access === "key or session";
export const takesSession = ({ access }: ListedEndpoint): boolean => access.endsWith("session");
export const hasBody = ({ body }: ListedEndpoint): boolean => body !== undefined;
export const changesSomething = ({ name }: ListedEndpoint): boolean => !name.startsWith("GET ");

/** A row for each endpoint that `matches`. */
export function rowsFor<T>(
  matches: (endpoint: ListedEndpoint) => boolean,
  rowOf: (endpoint: ListedEndpoint) => T,
): readonly T[] {
  return ENDPOINTS.filter(matches).map(rowOf);
}
