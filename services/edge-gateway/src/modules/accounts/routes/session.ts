import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import { LoginRequest, type SessionResponse } from "@veil/contracts/public/session";
import { contextOf } from "@veil/service-kit/http";
import type { Request, RequestHandler } from "express";
import type { SessionCaller } from "../keys/caller.ts";
import { sessionCallerOf } from "../middleware/caller-of.ts";
import {
  type SameOrigin,
  type SessionCookie,
  sessionTokenOf,
} from "../middleware/session-cookie.ts";
import {
  type Credentials,
  type LoginBudget,
  SESSION_MS,
  type SessionManager,
} from "../sessions/session-manager.ts";

export interface SessionRouteDeps {
  readonly sessions: SessionManager;
  readonly budgetOf: (req: Request, credentials: Credentials) => LoginBudget;
  readonly cookie: SessionCookie;
  readonly origin: SameOrigin;
}

const parse = checked(LoginRequest);

/**
 * Handles `POST /api/v1/auth/login`, which checks the credentials and sets the cookie of a new
 * session.
 */
export function logIn(deps: SessionRouteDeps): RequestHandler {
  const { sessions, budgetOf, cookie, origin } = deps;
  return async function handleLogIn(req, res) {
    origin.requireIfNamed(req);
    const credentials = credentialsOf(parse(req.body));
    const budget = budgetOf(req, credentials);
    const { token, caller } = await sessions.start(credentials, budget, contextOf(res).requestId);
    cookie.set(res, token, SESSION_MS);
    res.json(sessionResponse(caller));
  };
}

/**
 * Handles `POST /api/v1/auth/logout`, which ends the session, if there is one, and removes the
 * cookie.
 */
export function logOut({ sessions, cookie, origin }: SessionRouteDeps): RequestHandler {
  return async function handleLogOut(req, res) {
    const token = sessionTokenOf(req);
    if (token !== undefined) {
      origin.require(req);
      await sessions.end(token, contextOf(res).requestId);
    }
    cookie.clear(res);
    res.status(204).end();
  };
}

export const readSession: RequestHandler = (_req, res) => {
  res.json(sessionResponse(sessionCallerOf(res)));
};

function credentialsOf({ api_key: apiKey, email, password }: LoginRequest): Credentials {
  if (apiKey !== undefined) {
    if (email === undefined && password === undefined) return { kind: "api_key", apiKey };
    throw new ApiError("invalid_field", 'Field "api_key" cannot be combined with others');
  }
  if (email === undefined && password === undefined)
    throw new ApiError("missing_field", 'Send "api_key", or "email" and "password"');
  const missing = email === undefined ? "email" : "password";
  if (email === undefined || password === undefined)
    throw new ApiError("missing_field", `Field "${missing}" is required`, {
      hint: 'Send "api_key" alone, or "email" and "password"',
    });
  return { kind: "password", email, password };
}

function sessionResponse({ orgId, email, tier, expiresAt }: SessionCaller): SessionResponse {
  return {
    org_id: orgId,
    ...(email !== "" && { email }),
    tier,
    expires_at: expiresAt.toISOString(),
  };
}
