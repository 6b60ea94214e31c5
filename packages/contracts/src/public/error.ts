import { type TSchema, Type } from "typebox";
import type { ErrorCode } from "../errors.ts";

const rest = {
  /** For people. Never contains a value of the request. */
  message: Type.String(),
  hint: Type.Optional(Type.String()),
  /** Also in `Retry-After`. */
  retry_after_seconds: Type.Optional(Type.Integer({ minimum: 0 })),
  /** With `limit`, of `quota_exceeded` alone. */
  used: Type.Optional(Type.Integer({ minimum: 0 })),
  limit: Type.Optional(Type.Integer({ minimum: 0 })),
  request_id: Type.Optional(Type.String()),
};

/** The body of every error, with one of these codes. */
export function errorBodyOf(codes: readonly ErrorCode[]): TSchema {
  const error = Type.Unsafe<ErrorCode>(Type.String({ enum: [...codes] }));
  return Type.Object({ error, ...rest }, { additionalProperties: false });
}
