import { ApiError } from "@veil/contracts/errors";
import type { BodyBudget } from "@veil/http-kit";
import type { CustomerId } from "../../modules/accounts/domain/caller.ts";
import { callerOf } from "../../modules/accounts/middleware/authenticate.ts";

interface BodyBudgetOptions {
  /** Of all requests in flight together. */
  readonly maxBytes: number;
  /** Of one customer's. */
  readonly maxBytesPerCustomer: number;
}

/**
 * Bounds what the bodies of requests in flight take, so that large ones cannot use up the memory, and one customer's
 * not the others' share. Counts bytes as they arrive: one who announces much and sends little holds little. After
 * `authenticate`.
 */
export function bodyBudget({ maxBytes, maxBytesPerCustomer }: BodyBudgetOptions): BodyBudget {
  let held = 0;
  const heldBy = new Map<CustomerId, number>();

  function hold(customerId: CustomerId, bytes: number): void {
    held += bytes;
    const own = (heldBy.get(customerId) ?? 0) + bytes;
    if (own === 0) heldBy.delete(customerId);
    else heldBy.set(customerId, own);
  }

  return (res) => {
    const { customerId } = callerOf(res);
    let taken = 0;
    res.once("close", () => hold(customerId, -taken));
    return (bytes) => {
      if ((heldBy.get(customerId) ?? 0) + bytes > maxBytesPerCustomer)
        throw refusal("rate_limit_exceeded", "Too many large requests of yours are in flight");
      if (held + bytes > maxBytes)
        throw refusal("server_busy", "Too many large requests are in flight");
      hold(customerId, bytes);
      taken += bytes;
    };
  };
}

function refusal(code: "rate_limit_exceeded" | "server_busy", message: string): ApiError {
  return new ApiError(code, message, { retryAfterSeconds: 1 });
}
