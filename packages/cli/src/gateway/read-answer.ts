import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import { type Static, type TSchema, Type } from "typebox";
import { CommandError } from "../program/command-error.ts";
import type { Received } from "./send.ts";

/** Checks the public format of errors, and accepts codes that this version does not know. */
const parseError = checked(
  Type.Object({
    error: Type.String(),
    message: Type.String(),
    hint: Type.Optional(Type.String()),
    retry_after_seconds: Type.Optional(Type.Number()),
    request_id: Type.Optional(Type.String()),
  }),
);

/**
 * Parses a response. It accepts unknown fields, because the gateway may be newer than this program.
 * @throws CommandError `bad_answer`
 */
export function readAnswer<S extends TSchema>(schema: S, text: string): Static<S> {
  try {
    return checked(withUnknownFields(schema))(JSON.parse(text));
  } catch (cause) {
    const why = cause instanceof ApiError ? cause.message : "it is not JSON";
    throw new CommandError("bad_answer", `the answer is not a gateway's: ${why}`, {
      cause,
      hint: "check the address of the gateway, and that its version fits this program's",
    });
  }
}

function withUnknownFields<S>(schema: S): S {
  if (Array.isArray(schema)) return schema.map(withUnknownFields) as S;
  if (typeof schema !== "object" || schema === null) return schema;
  const kept = Object.entries(schema).filter(
    ([name, value]) => name !== "additionalProperties" || value !== false,
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, withUnknownFields(value)])) as S;
}

interface RefusalOptions {
  /** The hint to print if the gateway's error has none. */
  readonly hint: string | undefined;
  readonly changes: boolean;
}

/** Returns the error for an error response of the gateway or of a proxy in front of it. */
export function refusal(
  { status, text }: Received,
  { hint, changes }: RefusalOptions,
): CommandError {
  const body = errorBody(text);
  if (body === undefined) {
    const kind = status >= 500 ? "unreachable" : "bad_answer";
    return new CommandError(
      kind,
      `what answered sent status ${status}, and no error of a gateway`,
      {
        status,
        outcomeUnknown: changes && status >= 500,
        hint: "check the address of the gateway, and what is in front of it",
      },
    );
  }
  const { error: code, message, request_id: requestId, retry_after_seconds } = body;
  return new CommandError("refused", message, {
    ...{ status, code, requestId, hint: body.hint ?? hint },
    retryAfterSeconds: retry_after_seconds,
  });
}

function errorBody(text: string): ReturnType<typeof parseError> | undefined {
  try {
    return parseError(JSON.parse(text));
  } catch {
    return undefined;
  }
}
