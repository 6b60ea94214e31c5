import { ApiError } from "@veil/contracts/errors";
import type { Request, RequestHandler } from "express";

interface BodyBudgetOptions {
  /** Of all requests in hand together. */
  readonly maxBytes: number;
  /** Of one; a body of unknown length counts as this. */
  readonly limitBytes: number;
}

/** Bounds what the bodies of all requests in hand may take, so that large ones cannot use up the memory. */
export function bodyBudget({ maxBytes, limitBytes }: BodyBudgetOptions): RequestHandler {
  let inHand = 0;
  return function checkBodyBudget(req, res, next) {
    const bytes = Math.min(declaredBytes(req) ?? limitBytes, limitBytes);
    if (inHand + bytes > maxBytes)
      throw new ApiError("inference_service_unavailable", "Too many large requests are in hand", {
        retryAfterSeconds: 1,
      });
    inHand += bytes;
    res.once("close", () => {
      inHand -= bytes;
    });
    next();
  };
}

/** What a compressed body unfolds to is not declared. */
function declaredBytes(req: Request): number | undefined {
  const length = req.get("content-length");
  if (length === undefined || req.get("content-encoding") !== undefined) return undefined;
  return Number(length);
}
