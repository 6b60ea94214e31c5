import { ApiError } from "@veil/contracts/errors";
import type { BodyBudget } from "@veil/service-kit/http";
import type { Response } from "express";
import type { CustomerId } from "../modules/accounts/keys/caller.ts";
import { callerOf } from "../modules/accounts/middleware/caller-of.ts";

interface BodyBudgetOptions {
  readonly maxBytes: number;
  readonly maxBytesPerCustomer: number;
}

interface BodyOwner {
  readonly customerId: CustomerId;
}

/** The refusal of a customer's own calls differs by route. */
type OwnCode = "rate_limit_exceeded" | "rate_limited";

/** The caller owns a body unless the route passes another way to find the owner. */
export type SharedBodyBudget = (ownerOf?: (res: Response) => BodyOwner) => BodyBudget;

/**
 * Bounds the memory of bodies in flight, in total and for one customer, on all routes that share
 * it. Counts bytes as they arrive, so that announced bytes alone take no share. Use it after
 * `authenticate`.
 */
export function sharedBodyBudget(
  { maxBytes, maxBytesPerCustomer }: BodyBudgetOptions,
  ownCode: OwnCode,
): SharedBodyBudget {
  let held = 0;
  const heldBy = new Map<CustomerId, number>();

  function hold(customerId: CustomerId, bytes: number): void {
    held += bytes;
    const own = (heldBy.get(customerId) ?? 0) + bytes;
    if (own === 0) heldBy.delete(customerId);
    else heldBy.set(customerId, own);
  }

  return (ownerOf = callerOf) =>
    (res) => {
      const { customerId } = ownerOf(res);
      let taken = 0;
      res.once("close", () => hold(customerId, -taken));
      return (bytes) => {
        if ((heldBy.get(customerId) ?? 0) + bytes > maxBytesPerCustomer)
          throw refusal(ownCode, "Too many of your large requests are in flight");
        if (held + bytes > maxBytes)
          throw refusal("server_busy", "Too many large requests are in flight");
        hold(customerId, bytes);
        taken += bytes;
      };
    };
}

function refusal(code: OwnCode | "server_busy", message: string): ApiError {
  return new ApiError(code, message, { retryAfterSeconds: 1 });
}
