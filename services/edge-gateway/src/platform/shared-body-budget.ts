import { ApiError } from "@veil/contracts/errors";
import type { BodyBudget } from "@veil/service-kit/http";
import type { Response } from "express";

/** The maximum size of bodies for inference and entity lists. */
export const LARGE_BODY_BYTES = 4 * 1024 * 1024;
/** The maximum size of bodies for all other endpoints. */
export const SMALL_BODY_BYTES = 64 * 1024;

interface BodyBudgetOptions {
  readonly maxBytes: number;
  readonly maxBytesPerCustomer: number;
}

/** The error code when a customer's own share is used up. It depends on the route. */
type OwnCode = "rate_limit_exceeded" | "rate_limited";

type OwnerOf = (res: Response) => { readonly customerId: string };

/**
 * Limits the memory for bodies in flight, in total and for each customer, on all routes that share
 * the budget. Bytes are counted when they arrive, so that merely announced bytes do not use the
 * budget. Must run after `authenticate`.
 */
export function sharedBodyBudget(
  { maxBytes, maxBytesPerCustomer }: BodyBudgetOptions,
  ownCode: OwnCode,
): (ownerOf: OwnerOf) => BodyBudget {
  let held = 0;
  const heldBy = new Map<string, number>();

  function hold(customerId: string, bytes: number): void {
    held += bytes;
    const own = (heldBy.get(customerId) ?? 0) + bytes;
    if (own === 0) heldBy.delete(customerId);
    else heldBy.set(customerId, own);
  }

  return (ownerOf) => (res) => {
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
