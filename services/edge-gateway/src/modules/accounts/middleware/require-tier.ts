import { ApiError } from "@veil/contracts/errors";
import type { Tier } from "@veil/contracts/public/registration";
import type { RequestHandler } from "express";
import { meetsTier } from "../keys/meets-tier.ts";
import { callerOf } from "./caller-of.ts";

/** @param hint - what is open to the other tiers */
export function requireTier(minimum: Tier, hint?: string): RequestHandler {
  return function checkTier(_req, res, next) {
    if (!meetsTier(callerOf(res), minimum))
      throw new ApiError(
        "tier_insufficient",
        `This endpoint requires the ${minimum} tier or higher`,
        { ...(hint !== undefined && { hint }) },
      );
    next();
  };
}

/** Developer keys neither see nor change a customer's own data. */
export const refuseDeveloperKeys: RequestHandler = (_req, res, next) => {
  if (callerOf(res).developer)
    throw new ApiError(
      "tier_insufficient",
      "Developer keys can be used only for the SDK endpoints and GET /api/v1/usage",
      { hint: "Use another key of this customer that is not a developer key" },
    );
  next();
};
