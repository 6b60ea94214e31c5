import { ApiError } from "@veil/contracts/errors";
import { DatabaseError } from "@veil/postgres-kit";
import type { ErrorRequestHandler } from "express";

/** Converts errors of an unavailable database to a 503. Returns any other error unchanged. */
export function toClientError(error: unknown): unknown {
  if (!isDatabaseOutage(error)) return error;
  return new ApiError(
    "inference_service_unavailable",
    "The gateway cannot process this request right now",
    { cause: error, retryAfterSeconds: 5 },
  );
}

/**
 * Returns whether the database did not respond, so that another query would only wait for another
 * time-out. The cause of a refusal is checked as well, because the sanitiser's client refuses a
 * call whose lists it could not read.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const cause = error instanceof ApiError ? error.cause : error;
  return cause instanceof DatabaseError && cause.kind === "unavailable" && !cause.refusedByServer;
}

/** Returns whether the same statement may succeed later, when the database is available again. */
export function isDatabaseOutage(error: unknown): boolean {
  return error instanceof DatabaseError && error.kind === "unavailable";
}

/** Returns whether a failed statement certainly changed nothing. */
export function hadNoEffect(error: unknown): boolean {
  return error instanceof DatabaseError && !error.mayHaveTakenEffect;
}

/**
 * Converts database errors for clients. While the database is down, requests are refused before
 * anything is forwarded or counted.
 */
export const translateDatabaseErrors: ErrorRequestHandler = (error, _req, _res, next) =>
  next(toClientError(error));
