import type { Clock } from "@veil/contracts/clock";
import { ApiError } from "@veil/contracts/errors";
import type { Tier } from "@veil/contracts/public/registration";
import { type Permission, ROLE_PERMISSIONS, type Role } from "@veil/contracts/public/session";
import type { Request, RequestHandler, Response } from "express";
import type { Authenticator } from "../keys/authenticator.ts";
import { type CustomerCaller, meetsTier } from "../keys/caller.ts";
import { requireLasting } from "../keys/key-changes.ts";
import type { ApiKeys } from "../ports.ts";
import type { SessionManager } from "../sessions/session-manager.ts";
import { callerOf, setCaller } from "./caller-of.ts";
import { type SameOrigin, type SessionCookie, sessionTokenOf } from "./session-cookie.ts";

interface AuthenticateDeps {
  readonly authenticator: Pick<Authenticator, "identify">;
  readonly onFailedKey: (req: Request, res: Response) => Promise<void>;
}

/**
 * Admits requests with a valid key. Failed keys are counted after the check, so that a valid key is
 * accepted no matter what else its address sends.
 */
export function authenticate(deps: AuthenticateDeps): RequestHandler {
  const { authenticator, onFailedKey } = deps;
  return async function checkApiKey(req, res, next) {
    const presented = presentedKey(req);
    if (presented.kind === "none")
      throw unauthorized(
        res,
        "missing_api_key",
        "Send the API key in x-api-key or in Authorization: Bearer",
      );
    const caller =
      presented.kind === "key" ? await authenticator.identify(presented.text) : undefined;
    if (caller === undefined) {
      await onFailedKey(req, res);
      throw invalidKey(presented, res);
    }
    setCaller(res, caller);
    next();
  };
}

/** Admits callers whose license has not expired. Must run after `authenticate`. */
export function requireLicense(nowMs: Clock): RequestHandler {
  return function checkLicense(_req, res, next) {
    const { licenseExpiresAt } = callerOf(res);
    if (licenseExpiresAt !== undefined && licenseExpiresAt.getTime() <= nowMs())
      throw new ApiError("license_expired", "The license of this customer has expired");
    next();
  };
}

/**
 * Admits keys that were not replaced. It queries the database, because another replica may have
 * replaced the key after this replica cached it. A session needs no check, because it ends when its
 * key is replaced.
 */
export function refuseReplacedKeys(apiKeys: Pick<ApiKeys, "find">): RequestHandler {
  return async function checkKeyLasts(_req, res, next) {
    const caller = callerOf(res);
    if (caller.kind === "key") {
      const stored = await apiKeys.find(caller.keyId);
      if (stored === undefined) throw invalidKey({ kind: "key" }, res);
      requireLasting(stored);
    }
    next();
  };
}

function invalidKey({ kind }: Pick<PresentedKey, "kind">, res: Response): ApiError {
  const why =
    kind === "ambiguous"
      ? "x-api-key and Authorization contain different keys"
      : "The API key is not valid";
  return unauthorized(res, "invalid_api_key", why);
}

/**
 * Returns an error with status 401. A 401 response must contain the scheme (RFC 9110, section
 * 11.6.1).
 */
function unauthorized(
  res: Response,
  code: "missing_api_key" | "invalid_api_key",
  message: string,
): ApiError {
  res.set("WWW-Authenticate", "Bearer");
  return new ApiError(code, message);
}

interface AuthenticateSessionDeps {
  readonly sessions: Pick<SessionManager, "find">;
  readonly cookie: Pick<SessionCookie, "clear">;
  readonly origin: Pick<SameOrigin, "require">;
  readonly onFailed: (req: Request, res: Response) => Promise<void>;
}

/**
 * Admits requests with a valid session cookie. A request that changes something must have the
 * gateway's own origin.
 */
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

/**
 * Checks either an API key or a session. A key takes precedence, because no page of another origin
 * can cause a request with a key.
 */
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

type PresentedKey =
  | { readonly kind: "none" }
  | { readonly kind: "key"; readonly text: string }
  /** The two headers contain different keys. */
  | { readonly kind: "ambiguous" };

/**
 * Returns the key in `x-api-key` or in `Authorization: Bearer`. Every endpoint accepts both
 * headers.
 */
export function presentedKey(req: Request): PresentedKey {
  const header = req.get("x-api-key") || undefined;
  const [, bearer] = /^bearer +(\S+) *$/i.exec(req.get("authorization") ?? "") ?? [];
  if (header !== undefined && bearer !== undefined && header !== bearer)
    return { kind: "ambiguous" };
  const text = header ?? bearer;
  return text === undefined ? { kind: "none" } : { kind: "key", text };
}

/**
 * Admits callers of at least this tier.
 * @param hint - what callers of lower tiers can use instead
 */
export function requireTier(minimum: Tier, hint?: string): RequestHandler {
  return function checkTier(_req, res, next) {
    if (!meetsTier(callerOf(res), minimum))
      throw new ApiError(
        "tier_insufficient",
        `This endpoint requires the ${minimum} tier or higher`,
        { ...(hint !== undefined && { hint }) },
      );
    next();
  };
}

/** Admits keys, except those that only call, and sessions whose role has the permission. */
export function requirePermission(permission: Permission): RequestHandler {
  return function checkPermission(_req, res, next) {
    const role = roleOf(callerOf(res));
    if (!ROLE_PERMISSIONS[role].includes(permission))
      throw new ApiError("role_insufficient", `The role ${role} does not include this`, {
        hint: "An owner of the account can do it, or your groups at the identity provider can give you another role",
      });
    next();
  };
}

function roleOf(caller: CustomerCaller): Role {
  if (caller.kind === "session") return caller.role;
  return caller.callsOnly ? "member" : "owner";
}

/** Refuses developer keys, which may neither read nor change a customer's own data. */
export const refuseDeveloperKeys: RequestHandler = (_req, res, next) => {
  if (callerOf(res).developer)
    throw new ApiError(
      "tier_insufficient",
      "Developer keys can be used only for the SDK endpoints and GET /api/v1/usage",
      { hint: "Use another key of this customer that is not a developer key" },
    );
  next();
};
