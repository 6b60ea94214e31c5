import type { Clock } from "@veil/contracts/clock";
import { ApiError } from "@veil/contracts/errors";
import type { Request, RequestHandler, Response } from "express";
import type { Authenticator } from "../keys/authenticator.ts";
import { requireLasting } from "../keys/lasting-key.ts";
import type { ApiKeys } from "../ports.ts";
import { callerOf, setCaller } from "./caller-of.ts";
import { type PresentedKey, presentedKey } from "./presented-key.ts";

interface AuthenticateDeps {
  readonly authenticator: Pick<Authenticator, "identify">;
  readonly onFailedKey: (req: Request, res: Response) => Promise<void>;
}

/**
 * Admits requests with a valid key. It counts failed keys after the check, so that a valid key
 * passes no matter what else its address sends.
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

/** Admits callers with a valid license. Use it after `authenticate`. */
export function requireLicense(nowMs: Clock): RequestHandler {
  return function checkLicense(_req, res, next) {
    const { licenseExpiresAt } = callerOf(res);
    if (licenseExpiresAt !== undefined && licenseExpiresAt.getTime() <= nowMs())
      throw new ApiError("license_expired", "The license of this customer has expired");
    next();
  };
}

/**
 * Admits keys without an end. It queries the store, since another replica may have replaced the key
 * after this one remembered it. A session needs no check: it ends when its key is replaced.
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

/** RFC 9110, section 11.6.1: a 401 names the scheme. */
function unauthorized(
  res: Response,
  code: "missing_api_key" | "invalid_api_key",
  message: string,
): ApiError {
  res.set("WWW-Authenticate", "Bearer");
  return new ApiError(code, message);
}
