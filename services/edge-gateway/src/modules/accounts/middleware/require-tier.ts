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

/** Developer keys are for SDK endpoints: what is the customer's own is neither seen nor changed with one. */
export const refuseDeveloperKeys: RequestHandler = (_req, res, next) => {
  if (callerOf(res).developer)
    throw new ApiError(
      "tier_insufficient",
      "Developer keys reach the SDK endpoints and GET /api/v1/usage alone",
      { hint: "Use a key of this customer that was not made for development" },
    );
  next();
};
