import { ApiError } from "@veil/contracts/errors";
import type { Logger } from "@veil/telemetry";
import type { ErrorRequestHandler, RequestHandler } from "express";
import { contextOf } from "./request-context.ts";

/** The one place where an error becomes a response. A stranger's message never reaches the client. */
export function errorHandler(log: Logger): ErrorRequestHandler {
  return function writeError(error, _req, res, _next) {
    const { requestId, isGone } = contextOf(res);
    const known = toApiError(error);
    // What the end of the connection broke off has failed for no reason of ours.
    if (known.status >= 500 && !isGone())
      log.error("request_failed", {
        request_id: requestId,
        code: known.code,
        error: known === error ? (known.cause ?? known) : error,
      });
    // Not next(error): Express would print the message. A broken-off answer must not look whole.
    if (res.headersSent) return void res.destroy();
    res.status(known.status).set(known.headers()).json(known.toBody(requestId));
  };
}

/** Every unknown path is a JSON error. */
export const notFound: RequestHandler = () => {
  throw new ApiError("not_found", "There is nothing at this path");
};

/** What the client may know of `error`: a stranger becomes `internal_error`. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  // Express throws this for a path with a broken percent-encoding.
  if (error instanceof URIError) return new ApiError("not_found", "There is nothing at this path");
  return new ApiError("internal_error", "Internal error", { cause: error });
}
