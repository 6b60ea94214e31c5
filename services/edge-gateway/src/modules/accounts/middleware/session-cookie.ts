import { ApiError } from "@veil/contracts/errors";
import { parseCookie } from "cookie";
import type { CookieOptions, Request, Response } from "express";

const NAME = "svc_session";

export interface SessionCookie {
  set(res: Response, token: string, maxAgeMs: number): void;
  clear(res: Response): void;
}

/** Sets and clears the session cookie. `secure`: browsers send it only over HTTPS. */
export function sessionCookie({ secure }: { readonly secure: boolean }): SessionCookie {
  const options: CookieOptions = { httpOnly: true, sameSite: "strict", secure, path: "/" };
  return {
    set: (res, token, maxAgeMs) => void res.cookie(NAME, token, { ...options, maxAge: maxAgeMs }),
    clear: (res) => void res.clearCookie(NAME, options),
  };
}

/** Returns the token in the session cookie. Returns undefined if the request has none. */
export function sessionTokenOf(req: Request): string | undefined {
  return parseCookie(req.get("cookie") ?? "")[NAME] || undefined;
}

interface SameOriginOptions {
  readonly publicBaseUrl: string;
  /** If false, the origin that the request was sent to, such as `localhost`, is allowed as well. */
  readonly production: boolean;
}

/**
 * Refuses requests that a page of another origin caused.
 * @throws ApiError `origin_not_allowed`
 */
export interface SameOrigin {
  /** Checks a request with a cookie. If it changes something, its Origin header is required. */
  require(req: Request): void;
  /**
   * Checks a login, which has no cookie yet. A missing Origin is allowed, because clients other
   * than browsers do not send it.
   */
  requireIfNamed(req: Request): void;
}

const SAFE = new Set(["GET", "HEAD"]);

/** Creates the check of the Origin header. Source: RFC 6454, section 7. */
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
