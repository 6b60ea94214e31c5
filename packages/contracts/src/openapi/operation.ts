import type { TObject, TSchema } from "typebox";
import type { ErrorCode } from "../errors.ts";
import type { ErrorForm } from "../public/error.ts";

/** Who may call. `website`: the backend of the marketing site. */
export type Access = "none" | "key" | "session" | "key or session" | "admin" | "website";

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
  /** Absent: no body. */
  readonly schema?: TSchema;
  /** By default `application/json`. */
  readonly contentType?: string;
  /** Headers beside those of every answer, with what they say. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** One method of one path: what comes in, what goes out, and every error code that its handlers and checks have. */
export interface Operation {
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  /** With variables in braces: `/api/v1/proxy/jobs/{job_id}`. */
  readonly path: string;
  /** Unique. For generated clients. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** Codes of its access that it does not have. */
  readonly never?: readonly ErrorCode[];
  readonly query?: TObject;
  /** Of the request, beside those of the access. */
  readonly headers?: TObject;
  readonly body?: {
    readonly schema: TSchema;
    /** One that works, with the ids and keys of the reader's own in it. */
    readonly example: object;
    readonly optional?: true;
  };
  readonly answers: Readonly<Record<number, DocumentedAnswer>>;
  readonly errors: readonly ErrorCode[];
  readonly errorForm?: ErrorForm;
}

/** What any request may get from the HTTP layer, whatever its path. */
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

// `rate_limited`: of the calls of a minute, or of failed keys. `inference_service_unavailable`: without the database.
const COMMON = ["rate_limited", "inference_service_unavailable"] as const;

const KEY_ERRORS = [
  "missing_api_key",
  "invalid_api_key",
  "license_expired",
  "tier_insufficient",
  "key_replaced",
  ...COMMON,
] as const satisfies readonly ErrorCode[];

// Without `tier_insufficient`: developer keys start no session.
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

/** All codes of an operation: its own, its access's and, with a body, those of bodies. */
export function errorsOf(operation: Operation): readonly ErrorCode[] {
  return [...new Set([...accessErrors(operation), ...bodyErrors(operation), ...operation.errors])];
}

function accessErrors({ access, method, never = [] }: Operation): readonly ErrorCode[] {
  return ACCESS_ERRORS[access].filter((code) => {
    // Reading from another origin changes nothing, and no page of it gets the answer.
    if (code === "origin_not_allowed") return method !== "get";
    return !never.includes(code);
  });
}

function bodyErrors({ body }: Operation): readonly ErrorCode[] {
  if (body === undefined) return [];
  return requiresSome(body.schema) ? [...BODY_ERRORS, "missing_field"] : BODY_ERRORS;
}

/** Also in a part that may be left out as a whole. */
function requiresSome(schema: unknown): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  const required = "required" in schema ? schema.required : undefined;
  if (Array.isArray(required) && required.length > 0) return true;
  return Object.values(schema).some(requiresSome);
}
