import { ApiError } from "@veil/contracts/errors";
import { DatabaseError } from "@veil/postgres-kit";
import type { ErrorRequestHandler } from "express";

/** What a client is told of an error: while the database is unavailable 503, any other error unchanged. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof DatabaseError) || error.kind !== "unavailable") return error;
  return new ApiError(
    "inference_service_unavailable",
    "The gateway cannot process this request right now",
    { cause: error, retryAfterSeconds: 5 },
  );
}

/**
 * The database did not answer, so that asking it again would only wait for another time-out. Looks into a refusal, too:
 * the sanitiser's client refuses a call whose lists could not be read.
 */
export function isDatabaseGone(error: unknown): boolean {
  const cause = error instanceof ApiError ? error.cause : error;
  return cause instanceof DatabaseError && cause.kind === "unavailable" && !cause.refusedByServer;
}

/** While the database is down, requests are refused before anything is forwarded or counted. */
export const translateDatabaseErrors: ErrorRequestHandler = (error, _req, _res, next) =>
  next(refusalOf(error));
