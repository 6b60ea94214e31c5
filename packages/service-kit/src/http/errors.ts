import { ApiError } from "@veil/contracts/errors";
import type { ErrorRequestHandler, Request, RequestHandler } from "express";
import type { Logger } from "../telemetry/index.ts";
import { contextOf } from "./request-context.ts";

/** The body of an error's answer. */
export type PresentError = (error: ApiError, req: Request, requestId: string) => object;

const inOwnForm: PresentError = (error, _req, requestId) => error.toBody(requestId);

/** The message of an unknown error never reaches the client. */
export function errorHandler(log: Logger, present = inOwnForm): ErrorRequestHandler {
  return function writeError(error, req, res, _next) {
    const { requestId, isGone } = contextOf(res);
    const known = toApiError(error);
    // After the client closes the connection, errors are expected.
    if (known.status >= 500 && !isGone())
      log.error("request_failed", {
        request_id: requestId,
        code: known.code,
        error: known === error ? (known.cause ?? known) : error,
      });
    // Not next(error): Express would print the message. An incomplete answer must not look complete.
    if (res.headersSent) return void res.destroy();
    res
      .status(known.status)
      .set(known.headers())
      .json(present(known, req, requestId));
  };
}

export const notFound: RequestHandler = () => {
  throw new ApiError("not_found", "This path does not exist");
};

export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  // Thrown for a path with a broken percent-encoding.
  if (error instanceof URIError) return new ApiError("not_found", "This path does not exist");
  return new ApiError("internal_error", "Internal error", { cause: error });
}
