import { ApiError } from "@veil/contracts/errors";
import type { Request, RequestHandler, Response } from "express";
import type { SessionManager } from "../sessions/session-manager.ts";
import { setCaller } from "./caller-of.ts";
import { presentedKey } from "./presented-key.ts";
import type { SameOrigin } from "./same-origin.ts";
import { type SessionCookie, sessionTokenOf } from "./session-cookie.ts";

interface AuthenticateSessionDeps {
  readonly sessions: Pick<SessionManager, "find">;
  readonly cookie: Pick<SessionCookie, "clear">;
  readonly origin: Pick<SameOrigin, "require">;
  readonly onFailed: (req: Request, res: Response) => Promise<void>;
}

/** Admits requests with a session's cookie; one that changes something must have our own origin. */
export function authenticateSession(deps: AuthenticateSessionDeps): RequestHandler {
  const { sessions, cookie, origin, onFailed } = deps;
  return async function checkSession(req, res, next) {
    const token = sessionTokenOf(req);
    if (token === undefined) throw sessionRequired("Log in with POST /api/v1/auth/login");
    origin.require(req);
    const caller = await sessions.find(token);
    if (caller === undefined) {
      cookie.clear(res);
      await onFailed(req, res);
      throw sessionRequired("The session has ended; log in again");
    }
    setCaller(res, caller);
    next();
  };
}

/** A key takes precedence, since no page of another origin can cause a request with a key. */
export function authenticateEither(
  byKey: RequestHandler,
  bySession: RequestHandler,
): RequestHandler {
  return function checkKeyOrSession(req, res, next) {
    const hasSession = presentedKey(req).kind === "none" && sessionTokenOf(req) !== undefined;
    return (hasSession ? bySession : byKey)(req, res, next);
  };
}

function sessionRequired(message: string): ApiError {
  return new ApiError("session_required", message);
}
