import type { TObject, TSchema } from "typebox";
import type { ErrorCode } from "../errors.ts";
import type { ErrorForm } from "../public/error.ts";
import type { Tier } from "../public/registration.ts";
import type { Permission } from "../public/session.ts";

/** Who may call an operation. `website` is the backend of the marketing site. */
export type Access = "none" | "key" | "session" | "key or session" | "admin" | "website";

/** Credentials of customers that an operation refuses unless it admits them explicitly. */
type Admitted = "developer keys" | "replaced keys" | "expired licenses";

/** The call limits. All operations with the same limit share one counter. */
export type LimitName =
  | "account"
  | "audit views"
  | "compliance"
  | "evidence packs"
  | "inference"
  | "mcp"
  | "open reads"
  | "previews"
  | "registration attempts"
  | "scan";

type Tag =
  | "Inference"
  | "SDK endpoints"
  | "Registration and sessions"
  | "Account"
  | "Audit"
  | "Compliance"
  | "Verification"
  | "Administration"
  | "Website"
  | "Operation";

export interface DocumentedAnswer {
  readonly description: string;
  /** Absent when the response has no body. */
  readonly schema?: TSchema;
  /** Defaults to `application/json`. */
  readonly contentType?: string;
  /** Other content types, which the query selects. */
  readonly otherTypes?: readonly string[];
  /**
   * Descriptions of the response's headers, by name, without the headers that every response has.
   */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * One method of one path: who may call it, its request, its responses, and the error codes of its
 * handler. The gateway registers the route with its checks from this table, and generates the
 * documentation from it.
 */
export interface Operation {
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  /** The path, with variables in braces: `/api/v1/proxy/jobs/{job_id}`. */
  readonly path: string;
  /** A unique id. Generated clients name their functions after it. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /**
   * The lowest tier that may call the operation; when absent, every tier may. `hint` tells the
   * lower tiers what they may call instead.
   */
  readonly tier?: { readonly atLeast: Tier; readonly hint?: string };
  readonly admits?: readonly Admitted[];
  /** What a session's role must permit. When absent: `read` for GET, `account` for all others. */
  readonly permission?: Permission;
  /** When absent, customers' operations have the limit `account`, and all others have none. */
  readonly limit?: LimitName;
  /**
   * If the deployment lacks this feature, the response is 404 `not_found`, as for an unknown path.
   */
  readonly feature?: "certificates" | "operator pages" | "responses";
  /** Error codes that its `access` implies but that this operation never returns. */
  readonly never?: readonly ErrorCode[];
  readonly query?: TObject;
  /** The request's headers, without those that `access` requires. */
  readonly headers?: TObject;
  readonly body?: {
    readonly schema: TSchema;
    /** An example request, which works after the reader replaces ids and keys. */
    readonly example: object;
    readonly optional?: true;
    /** `large` allows 4 MB; the default is 64 kB. */
    readonly size?: "large";
    /**
     * Whether the content type must be JSON. When absent, a body of any content type is parsed as
     * JSON.
     */
    readonly strictType?: true;
    /** Whether the handler also needs the unparsed bytes. */
    readonly raw?: true;
    /** Whether the handler reads the body itself. */
    readonly unread?: true;
  };
  readonly answers: Readonly<Record<number, DocumentedAnswer>>;
  readonly errors: readonly ErrorCode[];
  readonly errorForm?: ErrorForm;
}

/** The body settings of entity lists, which the handler parses in a worker thread. */
export const LIST_BODY = { size: "large", unread: true } as const;

/** The error codes that the HTTP layer can return for any path. */
export const HTTP_LAYER_ERRORS = [
  "bad_request",
  "request_timeout",
  "expectation_failed",
  "headers_too_large",
  "internal_error",
] as const satisfies readonly ErrorCode[];

const BODY_ERRORS = [
  "invalid_json",
  "invalid_field",
  "request_too_large",
  "unsupported_media_type",
] as const satisfies readonly ErrorCode[];

// `rate_limited` means too many calls per minute, or too many attempts with invalid keys.
// `inference_service_unavailable` means that the database is down.
const COMMON = ["rate_limited", "inference_service_unavailable"] as const;

const KEY_ERRORS = [
  "missing_api_key",
  "invalid_api_key",
  "license_expired",
  "tier_insufficient",
  "key_replaced",
  ...COMMON,
] as const satisfies readonly ErrorCode[];

// Omits `tier_insufficient`, because developer keys cannot start a session.
const SESSION_ERRORS = [
  "session_required",
  "origin_not_allowed",
  "role_insufficient",
  "license_expired",
  ...COMMON,
] as const satisfies readonly ErrorCode[];

const ACCESS_ERRORS: Readonly<Record<Access, readonly ErrorCode[]>> = {
  none: [],
  key: KEY_ERRORS,
  session: SESSION_ERRORS,
  "key or session": [...KEY_ERRORS, ...SESSION_ERRORS],
  admin: ["admin_unauthorized", ...COMMON],
  website: ["website_unauthorized", ...COMMON],
};

const REFUSED_WITH: Readonly<Record<Admitted, ErrorCode>> = {
  "developer keys": "tier_insufficient",
  "replaced keys": "key_replaced",
  "expired licenses": "license_expired",
};

const LIMIT_ERRORS: Readonly<Record<LimitName, ErrorCode>> = {
  account: "rate_limited",
  "audit views": "rate_limited",
  compliance: "rate_limited",
  "evidence packs": "rate_limited",
  inference: "rate_limit_exceeded",
  mcp: "rate_limited",
  "open reads": "rate_limited",
  previews: "rate_limited",
  "registration attempts": "registration_limit",
  scan: "rate_limited",
};

/**
 * Returns all error codes of an operation: the codes that it lists, the codes that its access and
 * its limit imply, and if it has a body, the codes of body parsing.
 */
export function errorsOf(operation: Operation): readonly ErrorCode[] {
  const codes = [
    ...accessErrors(operation),
    ...limitErrors(operation),
    ...bodyErrors(operation),
    ...operation.errors,
    ...(operation.feature === undefined ? [] : (["not_found"] as const)),
  ];
  return [...new Set(codes)];
}

/**
 * Returns the error code of the operation's limit. SDK endpoints report every limit as
 * `rate_limited`, which their access already implies.
 */
function limitErrors({ limit, errorForm }: Operation): readonly ErrorCode[] {
  return limit === undefined || errorForm === "sdk" ? [] : [LIMIT_ERRORS[limit]];
}

/** Returns what the role of a session must permit for an operation that accepts sessions. */
export function permissionOf({
  permission,
  method,
}: Pick<Operation, "permission" | "method">): Permission {
  return permission ?? (method === "get" ? "read" : "account");
}

function accessErrors(operation: Operation): readonly ErrorCode[] {
  const { access, method, admits = [] } = operation;
  const never = [...(operation.never ?? []), ...admits.map((kind) => REFUSED_WITH[kind])];
  return ACCESS_ERRORS[access].filter((code) => {
    // Reads from another origin are allowed: they change nothing, and browsers do not show the
    // response to pages of that origin.
    if (code === "origin_not_allowed") return method !== "get";
    if (code === "role_insufficient") return permissionOf(operation) !== "read";
    return !never.includes(code);
  });
}

function bodyErrors({ body }: Operation): readonly ErrorCode[] {
  if (body === undefined) return [];
  return requiresSome(body.schema) ? [...BODY_ERRORS, "missing_field"] : BODY_ERRORS;
}

/**
 * Returns whether any object in the schema has a required field, even if the object itself is
 * optional.
 */
function requiresSome(schema: unknown): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  const required = "required" in schema ? schema.required : undefined;
  if (Array.isArray(required) && required.length > 0) return true;
  return Object.values(schema).some(requiresSome);
}
