import { ApiError } from "@veil/contracts/errors";
import { DatabaseError } from "@veil/postgres-kit";
import type { ErrorRequestHandler } from "express";

/** While the database is down, requests are refused before anything is forwarded or counted. */
export const translateDatabaseErrors: ErrorRequestHandler = (error, _req, _res, next) => {
  if (!(error instanceof DatabaseError) || error.kind !== "unavailable") return next(error);
  next(
    new ApiError(
      "inference_service_unavailable",
      "The gateway cannot process this request right now",
      {
        cause: error,
        retryAfterSeconds: 5,
      },
    ),
  );
};
