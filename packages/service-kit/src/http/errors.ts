import { ApiError } from "@veil/contracts/errors";
import type { ErrorRequestHandler, Request, RequestHandler } from "express";
import type { Logger } from "../telemetry/index.ts";
import { contextOf, type RequestContext } from "./request-context.ts";

/** Returns the response body for an error. */
export type PresentError = (error: ApiError, req: Request, requestId: string) => object;

const inOwnForm: PresentError = (error, _req, requestId) => error.toBody(requestId);

/**
 * Returns the handler that converts errors to responses. The message of an unknown error never
 * reaches the client.
 */
export function errorHandler(log: Logger, present = inOwnForm): ErrorRequestHandler {
  return function writeError(error, req, res, _next) {
    const context = contextOf(res);
    const { requestId } = context;
    const known = refusalFor(error, log, context);
    // Closes the connection, so that an incomplete response does not look complete. next(error)
    // would make Express print the message.
    if (res.headersSent) return void res.destroy();
    res
      .status(known.status)
      .set(known.headers())
      .json(present(known, req, requestId));
  };
}

/** Returns the error to send, and logs it if it is a fault of this service. */
export function refusalFor(
  error: unknown,
  log: Logger,
  { requestId, isGone }: Pick<RequestContext, "requestId" | "isGone">,
): ApiError {
  const known = toApiError(error);
  // Errors are expected, and not logged, after the client closed the connection.
  if (known.status >= 500 && !isGone())
    log.error("request_failed", {
      request_id: requestId,
      code: known.code,
      error: known === error ? (known.cause ?? known) : error,
    });
  return known;
}

export const notFound: RequestHandler = () => {
  throw new ApiError("not_found", "This path does not exist");
};

export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  // Express throws a URIError for a path with invalid percent-encoding.
  if (error instanceof URIError) return new ApiError("not_found", "This path does not exist");
  return new ApiError("internal_error", "Internal error", { cause: error });
}
