import { ApiError } from "@veil/contracts/errors";
import type { Request } from "express";

interface SameOriginOptions {
  readonly publicBaseUrl: string;
  /** Development also allows the origin that the request was sent to, such as `localhost`. */
  readonly production: boolean;
}

/**
 * Refuses requests that a page of another origin caused.
 * @throws ApiError `origin_not_allowed`
 */
export interface SameOrigin {
  /** Checks a request with a cookie: one that changes something must name its origin. */
  require(req: Request): void;
  /** Checks the login, which has no cookie yet: clients other than browsers send no Origin. */
  requireIfNamed(req: Request): void;
}

const SAFE = new Set(["GET", "HEAD"]);

/** Source: RFC 6454, section 7. */
export function sameOrigin({ publicBaseUrl, production }: SameOriginOptions): SameOrigin {
  const own = new URL(publicBaseUrl).origin;

  function requireOwn(req: Request, origin: string): void {
    const sentTo = `${req.protocol}://${req.get("host")}`;
    if (origin === own || (!production && origin === sentTo)) return;
    throw new ApiError("origin_not_allowed", "This request may not come from another origin", {
      hint: `A request with a session's cookie needs the header Origin: ${own}`,
    });
  }

  return {
    require(req) {
      if (!SAFE.has(req.method)) requireOwn(req, req.get("origin") ?? "");
    },
    requireIfNamed(req) {
      const origin = req.get("origin");
      if (origin !== undefined) requireOwn(req, origin);
    },
  };
}
