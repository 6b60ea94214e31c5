import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import {
  LoginRequest,
  ROLE_PERMISSIONS,
  type SessionResponse,
  type SessionsResponse,
  type SignInMethodsResponse,
} from "@veil/contracts/public/session";
import { contextOf } from "@veil/service-kit/http";
import type { Request, RequestHandler } from "express";
import type { SessionCaller } from "../keys/caller.ts";
import { callerOf, sessionCallerOf } from "../middleware/caller-of.ts";
import {
  type SameOrigin,
  type SessionCookie,
  sessionTokenOf,
} from "../middleware/session-cookie.ts";
import type { OidcProvider } from "../oidc/oidc-settings.ts";
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

/** Handles `GET /api/v1/auth/methods`. */
export function listSignInMethods(config: {
  readonly keysSignIn: boolean;
  readonly operatorHosts: readonly string[];
  readonly oidcProviders: readonly OidcProvider[];
}): RequestHandler {
  const { keysSignIn, operatorHosts, oidcProviders } = config;
  const providers = oidcProviders.map(({ id, title }) => ({ provider_id: id, title }));
  return function handleListSignInMethods({ headers }, res) {
    const operators = operatorHosts.includes(headers.host?.toLowerCase() ?? "");
    const body: SignInMethodsResponse = {
      ...{ api_key: keysSignIn, password: true, operators, providers },
    };
    res.json(body);
  };
}

/** Handles `GET /api/v1/auth/sessions`. */
export function readSessions({ sessions }: SessionRouteDeps): RequestHandler {
  return async function handleReadSessions(_req, res) {
    const caller = callerOf(res);
    const own = caller.kind === "session" ? caller.sessionId : undefined;
    const listed = await sessions.list(caller);
    const body: SessionsResponse = {
      sessions: listed.map(({ sessionId, keyId, memberId, createdAt, expiresAt }) => ({
        session_id: sessionId,
        ...(keyId !== undefined && { key_id: keyId }),
        ...(memberId !== undefined && { member_id: memberId }),
        started_at: createdAt.toISOString(),
        expires_at: expiresAt.toISOString(),
        current: sessionId === own,
      })),
    };
    res.json(body);
  };
}

/** Handles `DELETE /api/v1/auth/sessions`. */
export function endSessions({ sessions, cookie }: SessionRouteDeps): RequestHandler {
  return async function handleEndSessions(_req, res) {
    await sessions.endAll(callerOf(res), contextOf(res).requestId);
    cookie.clear(res);
    res.status(204).end();
  };
}

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

function sessionResponse({ orgId, email, tier, role, expiresAt }: SessionCaller): SessionResponse {
  return {
    org_id: orgId,
    ...(email !== "" && { email }),
    tier,
    role,
    may: [...ROLE_PERMISSIONS[role]],
    expires_at: expiresAt.toISOString(),
  };
}
