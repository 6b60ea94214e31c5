import { OPERATIONS, type Operation, permissionOf } from "@veil/contracts/openapi";

/** An operation of the OpenAPI table, with what the tests need to call it. */
export interface ListedEndpoint
  extends Required<Pick<Operation, "access" | "admits" | "permission">>,
    Pick<Operation, "feature"> {
  readonly name: string;
  /** A body that the endpoint accepts. Each request replaces `FRESH` in it with a unique text. */
  readonly body?: object;
  readonly bodyBytes?: number;
  /** True when the endpoint also accepts an empty body or none. */
  readonly bodyOptional?: boolean;
}

const KILOBYTE = 1024;
const SMALL = 64 * KILOBYTE;
const LARGE = 4 * KILOBYTE * KILOBYTE;
export const FRESH = "<fresh>";

const list = { kind: "deny", entries: [{ value: "Project Heron" }] };
const customer = { email: `${FRESH}@example.org`, tier: "pro" };
const chat = { model: "m-1", messages: [{ role: "user", content: "Hello" }] };

export const NATIVE_CALL = "POST /api/v1/proxy/messages";
export const MESSAGES = "POST /v1/messages";
export const CHAT = "POST /v1/chat/completions";
export const RESPONSES = "POST /v1/responses";
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
export const POSTURE = "GET /api/v1/compliance/posture";
export const RECORD = "GET /api/v1/compliance/processing-record";
export const RECORD_INPUT = "PUT /api/v1/compliance/processing-record/{activity_id}";
export const EXPOSURE = "GET /api/v1/compliance/exposure";
export const DPIA = "GET /api/v1/compliance/dpia";
export const DPIA_CHANGES = "GET /api/v1/compliance/dpia/changes";
export const DPIA_INPUT = "PUT /api/v1/compliance/dpia/{field}";
export const EVIDENCE_PACK = "GET /api/v1/compliance/evidence-pack";
export const SUBJECT_REQUESTS = "GET /api/v1/compliance/dsar";
export const SUBJECT_REQUEST = "GET /api/v1/compliance/dsar/{subject_request_id}";
export const NEW_SUBJECT_REQUEST = "POST /api/v1/compliance/dsar";
export const SUBJECT_REQUEST_STEP = "PATCH /api/v1/compliance/dsar/{subject_request_id}";
export const SESSION = "GET /api/v1/auth/session";
export const CERTIFICATE = "GET /api/v1/veil/certificate/{request_id}";
export const OPENINGS = `${CERTIFICATE}/openings`;
export const PUBLIC_SUMMARY = `${CERTIFICATE}/public`;
export const SUMMARY = `${CERTIFICATE}/summary`;
export const VERIFICATION_PAGE = "GET /veil/verify";
export const VERIFIER = "GET /veil/verifier.js";
export const MANIFEST = "GET /.well-known/veil-keys.json";

/** Bodies to send instead of the examples in the OpenAPI table, by operation id. */
const BODIES: Readonly<Record<string, object>> = {
  register: { email: `${FRESH}@example.org` },
  scan: { text: "Call Ann." },
  logIn: { api_key: "svc_none" },
  proxyMessages: {
    prompt_template: "Summarize: {letter}",
    context: { letter: "Nothing to see." },
  },
  createMessage: { ...chat, max_tokens: 10 },
  createChatCompletion: chat,
  createResponse: { model: "m-1", input: "Hello" },
  countTokens: chat,
  deleteAccount: { confirm: "cus_none" },
  issueKey: {},
  rotateKey: { grace_seconds: 0 },
  replaceProviderKey: { provider_key: "sk-ant-of-the-customer" },
  createEntityList: list,
  replaceEntityList: list,
  adminProvisionCustomer: customer,
  adminFindCustomer: { email: "unknown@example.org" },
  adminChangeCustomer: { tier: "pro" },
  adminIssueKey: {},
  adminCreateEntityList: list,
  adminReplaceEntityList: list,
  adminSetKeyPolicy: {},
  adminSetCallPolicy: {},
  websiteProvision: customer,
};

export const ENDPOINTS: readonly ListedEndpoint[] = OPERATIONS.map((operation) => {
  const { id, method, path, access, admits = [], body, feature } = operation;
  return {
    name: `${method.toUpperCase()} ${path}`,
    access,
    admits,
    permission: permissionOf(operation),
    ...(feature && { feature }),
    ...(body && {
      body: BODIES[id] ?? body.example,
      bodyBytes: body.size === "large" ? LARGE : SMALL,
      bodyOptional: body.optional === true,
    }),
  };
});

export const takesKey = ({ access }: ListedEndpoint): boolean =>
  access === "key" || access === "key or session";
export const takesSession = ({ access }: ListedEndpoint): boolean => access.endsWith("session");
export const hasBody = ({ body }: ListedEndpoint): boolean => body !== undefined;
export const changesSomething = ({ name }: ListedEndpoint): boolean => !name.startsWith("GET ");

/** Returns a row for each endpoint for which `matches` returns true. */
export function rowsFor<T>(
  matches: (endpoint: ListedEndpoint) => boolean,
  rowOf: (endpoint: ListedEndpoint) => T,
): readonly T[] {
  return ENDPOINTS.filter(matches).map(rowOf);
}
