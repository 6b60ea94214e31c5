import { ERROR_STATUS } from "@veil/contracts/errors";
import { errorBodyOf, errorsOf, HTTP_LAYER_ERRORS, type Operation } from "@veil/contracts/openapi";
import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import type { TSchema } from "typebox";

/**
 * Returns how a response differs from the documentation of its operation, or undefined if it does
 * not.
 */
export type AnswerCheck = (
  operation: Operation,
  answer: { readonly status: number; readonly body: unknown },
) => string | undefined;

export function createAnswerCheck(): AnswerCheck {
  const ajv = new Ajv({ strict: true, validateSchema: false });
  addFormats.default(ajv);
  const compiled = new Map<TSchema, ValidateFunction>();

  function differs(schema: TSchema, body: unknown): string | undefined {
    const check = compiled.get(schema) ?? ajv.compile(schema);
    compiled.set(schema, check);
    return check(body) ? undefined : ajv.errorsText(check.errors);
  }

  return (operation, { status, body }) => {
    const documented = operation.answers[status];
    if (documented?.schema !== undefined) return differs(documented.schema, body);
    if (documented !== undefined) return body === undefined ? undefined : "It has a body";
    const codes = [...errorsOf(operation), ...HTTP_LAYER_ERRORS];
    const possible = codes.filter((code) => ERROR_STATUS[code] === status);
    if (possible.length === 0) return `The status ${status} is not documented`;
    return differs(errorBodyOf(possible, operation.errorForm), body);
  };
}
