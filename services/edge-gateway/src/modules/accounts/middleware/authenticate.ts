import type { Clock } from "@veil/contracts/clock";
import { ApiError } from "@veil/contracts/errors";
import type { Request, RequestHandler, Response } from "express";
import type { Authenticator } from "../domain/authenticator.ts";
import { callerOf, setCaller } from "./caller-of.ts";
import { type PresentedKey, presentedKey } from "./presented-key.ts";

interface AuthenticateDeps {
  readonly authenticator: Pick<Authenticator, "identify">;
  readonly onFailedKey: (req: Request, res: Response) => Promise<void>;
}

/**
 * Admits requests with a valid key. Failed keys are counted after the check, so that a valid key passes whatever else
 * its address sends.
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

/** Admits callers with a valid license. After `authenticate`. */
export function requireLicense(nowMs: Clock): RequestHandler {
  return function checkLicense(_req, res, next) {
    const { licenseExpiresAt } = callerOf(res);
    if (licenseExpiresAt !== undefined && licenseExpiresAt.getTime() <= nowMs())
      throw new ApiError("license_expired", "The license of this customer has expired");
    next();
  };
}

function invalidKey({ kind }: PresentedKey, res: Response): ApiError {
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
