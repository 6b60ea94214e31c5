import { type Static, type TSchema, Type } from "typebox";
import type { ErrorCode } from "../errors.ts";
import { McpAnswer } from "./sdk/mcp.ts";
import { SdkErrorBody } from "./sdk.ts";

const rest = {
  /** A message for people. It never contains a value from the request. */
  message: Type.String(),
  hint: Type.Optional(Type.String()),
  /** The same value as the header `Retry-After`. */
  retry_after_seconds: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Present, with `limit`, only for `quota_exceeded`. */
  used: Type.Optional(Type.Integer({ minimum: 0 })),
  limit: Type.Optional(Type.Integer({ minimum: 0 })),
  request_id: Type.Optional(Type.String()),
};

/**
 * Alternative formats of an error: official SDKs get an `SdkErrorBody`, MCP clients a JSON-RPC
 * error.
 */
export type ErrorForm = keyof typeof OTHER_FORMS;

const OTHER_FORMS = { sdk: SdkErrorBody, "json-rpc": McpAnswer } as const;

/** Returns the schema of an error body with one of these codes. */
export function errorBodyOf(codes: readonly ErrorCode[], form?: ErrorForm): TSchema {
  const error = Type.Unsafe<ErrorCode>(Type.String({ enum: [...codes] }));
  const body = Type.Object({ error, ...rest }, { additionalProperties: false });
  return form === undefined ? body : Type.Union([body, OTHER_FORMS[form]]);
}

/** Response of removed endpoints, with status 410. It has no error code: `error` is a sentence. */
export const GoneResponse = Type.Object(
  {
    error: Type.String(),
    /** The URL of the migration instructions. */
    migration: Type.String({ format: "uri" }),
  },
  { additionalProperties: false },
);
export type GoneResponse = Static<typeof GoneResponse>;
