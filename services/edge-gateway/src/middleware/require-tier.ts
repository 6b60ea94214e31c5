import { ApiError } from "@veil/contracts/errors";
import type { Tier } from "@veil/contracts/public/registration";
import type { RequestHandler } from "express";
import { callerOf } from "./authenticate.ts";

const RANK: Readonly<Record<Tier, number>> = { free: 0, pro: 1, enterprise: 2 };

export function requireTier(minimum: Tier): RequestHandler {
  return function checkTier(_req, res, next) {
    if (RANK[callerOf(res).tier] < RANK[minimum])
      throw new ApiError("tier_insufficient", `This endpoint needs the tier ${minimum} or higher`);
    next();
  };
}

/** Developer keys are for SDK endpoints: their placeholders are never re-linked, as the native call would. */
export const refuseDeveloperKeys: RequestHandler = (_req, res, next) => {
  if (callerOf(res).developer)
    throw new ApiError("tier_insufficient", "Developer keys work on SDK endpoints only", {
      hint: "Use a key that was not made for development, or one of the endpoints under /v1/.",
    });
  next();
};
