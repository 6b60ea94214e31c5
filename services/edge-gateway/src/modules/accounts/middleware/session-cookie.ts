import { parseCookie } from "cookie";
import type { CookieOptions, Request, Response } from "express";

const NAME = "svc_session";

export interface SessionCookie {
  set(res: Response, token: string, maxAgeMs: number): void;
  clear(res: Response): void;
}

/** `secure`: sent over HTTPS only. */
export function sessionCookie({ secure }: { readonly secure: boolean }): SessionCookie {
  const options: CookieOptions = { httpOnly: true, sameSite: "strict", secure, path: "/" };
  return {
    set: (res, token, maxAgeMs) => void res.cookie(NAME, token, { ...options, maxAge: maxAgeMs }),
    clear: (res) => void res.clearCookie(NAME, options),
  };
}

/** Returns undefined when the request has none. */
export function sessionTokenOf(req: Request): string | undefined {
  return parseCookie(req.get("cookie") ?? "")[NAME] || undefined;
}
