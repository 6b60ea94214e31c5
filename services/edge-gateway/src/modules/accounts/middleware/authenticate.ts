import type { Clock } from "@veil/contracts/clock";
import { ApiError } from "@veil/contracts/errors";
import type { Request, RequestHandler, Response } from "express";
import type { AuthenticatedCaller, Authenticator } from "../domain/authenticator.ts";
import type { Caller } from "../domain/caller.ts";
import { type PresentedKey, presentedKey } from "./presented-key.ts";

interface AuthenticateDeps {
  readonly authenticator: Pick<Authenticator, "identify">;
  readonly nowMs: Clock;
  readonly onFailedKey: (req: Request, res: Response) => Promise<void>;
}

/**
 * Admits requests with a valid key of a customer with a valid license. Failed keys are counted after the check, so
 * that a valid key passes whatever else its address sends.
 */
export function authenticate(deps: AuthenticateDeps): RequestHandler {
  const { authenticator, nowMs, onFailedKey } = deps;
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
    if (hasExpired(caller, nowMs()))
      throw new ApiError("license_expired", "The license of this customer has expired");
    res.locals["caller"] = caller satisfies Caller;
    next();
  };
}

export function callerOf(res: Response): Caller {
  const caller = res.locals["caller"] as Caller | undefined;
  if (caller === undefined) throw new TypeError("authenticate is not installed");
  return caller;
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

function hasExpired({ licenseExpiresAt }: AuthenticatedCaller, nowMs: number): boolean {
  return licenseExpiresAt !== undefined && licenseExpiresAt.getTime() <= nowMs;
}
