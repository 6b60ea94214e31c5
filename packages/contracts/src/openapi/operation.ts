import type { TObject, TSchema } from "typebox";
import type { ErrorCode } from "../errors.ts";
import type { ErrorForm } from "../public/error.ts";
import type { Tier } from "../public/registration.ts";

/** Who may call. `website`: the backend of the marketing site. */
export type Access = "none" | "key" | "session" | "key or session" | "admin" | "website";

/** What is refused to a customer's caller unless the operation admits it. */
type Admitted = "developer keys" | "replaced keys" | "expired licenses";

/** The limits of calls, each with one count for all operations that name it. */
export type LimitName =
  | "account"
  | "audit views"
  | "inference"
  | "mcp"
  | "open reads"
  | "registration attempts"
  | "scan";

type Tag =
  | "Inference"
  | "SDK endpoints"
  | "Registration and sessions"
  | "Account"
  | "Audit"
  | "Verification"
  | "Administration"
  | "Website"
  | "Operation";

export interface DocumentedAnswer {
  readonly description: string;
  /** Absent when the operation has no body. */
  readonly schema?: TSchema;
  /** By default `application/json`. */
  readonly contentType?: string;
  /** Headers in addition to those of every answer, with their meanings. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * One method of one path: who may call, what comes in, what goes out, and the error codes that its handler has. The gateway
 * registers it with its checks, and describes it, from here.
 */
export interface Operation {
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  /** With variables in braces: `/api/v1/proxy/jobs/{job_id}`. */
  readonly path: string;
  /** Unique; generated clients use it. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** The lowest tier that may call; every tier without it. `hint` names what the lower tiers may call instead. */
  readonly tier?: { readonly atLeast: Tier; readonly hint?: string };
  readonly admits?: readonly Admitted[];
  /** Without it, operations of customers have the limit `account`, and others none. */
  readonly limit?: LimitName;
  /** Where the deployment does not have it, the path is unknown: 404 `not_found`. */
  readonly feature?: "certificates";
  /** Codes of its access that this operation never answers. */
  readonly never?: readonly ErrorCode[];
  readonly query?: TObject;
  /** The request's headers, in addition to those of the access. */
  readonly headers?: TObject;
  readonly body?: {
    readonly schema: TSchema;
    /** A request that works once the reader puts in ids and keys. */
    readonly example: object;
    readonly optional?: true;
    /** `large` allows 4 MB; the default is 64 kB. */
    readonly size?: "large";
    /** By default every content type is read as JSON. */
    readonly strictType?: true;
    /** The handler also needs the bytes as they were sent. */
    readonly raw?: true;
    /** The handler reads it. */
    readonly unread?: true;
  };
  readonly answers: Readonly<Record<number, DocumentedAnswer>>;
  readonly errors: readonly ErrorCode[];
  readonly errorForm?: ErrorForm;
}

/** Entity lists are parsed in a thread. */
export const LIST_BODY = { size: "large", unread: true } as const;

/** The errors that any request to any path may get from the HTTP layer. */
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

// `rate_limited` limits calls in a minute, and failed keys. `inference_service_unavailable` means
// that the database is down.
const COMMON = ["rate_limited", "inference_service_unavailable"] as const;

const KEY_ERRORS = [
  "missing_api_key",
  "invalid_api_key",
  "license_expired",
  "tier_insufficient",
  "key_replaced",
  ...COMMON,
] as const satisfies readonly ErrorCode[];

// Omits `tier_insufficient`, because developer keys start no session.
const SESSION_ERRORS = [
  "session_required",
  "origin_not_allowed",
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
  inference: "rate_limit_exceeded",
  mcp: "rate_limited",
  "open reads": "rate_limited",
  "registration attempts": "registration_limit",
  scan: "rate_limited",
};

/** Returns all codes of an operation: its own, those of its access and limit, and with a body those of bodies. */
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

/** On the SDK endpoints each limit is `rate_limited`, which their access has. */
function limitErrors({ limit, errorForm }: Operation): readonly ErrorCode[] {
  return limit === undefined || errorForm === "sdk" ? [] : [LIMIT_ERRORS[limit]];
}

function accessErrors(operation: Operation): readonly ErrorCode[] {
  const { access, method, admits = [] } = operation;
  const never = [...(operation.never ?? []), ...admits.map((kind) => REFUSED_WITH[kind])];
  return ACCESS_ERRORS[access].filter((code) => {
    // A read from another origin changes nothing, and no page there gets the answer.
    if (code === "origin_not_allowed") return method !== "get";
    return !never.includes(code);
  });
}

function bodyErrors({ body }: Operation): readonly ErrorCode[] {
  if (body === undefined) return [];
  return requiresSome(body.schema) ? [...BODY_ERRORS, "missing_field"] : BODY_ERRORS;
}

/** Counts a requirement also in a part that the caller may omit as a whole. */
function requiresSome(schema: unknown): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  const required = "required" in schema ? schema.required : undefined;
  if (Array.isArray(required) && required.length > 0) return true;
  return Object.values(schema).some(requiresSome);
}
