import { ApiError } from "@veil/contracts/errors";
import type { Request, RequestHandler, Response } from "express";
import type { AuthenticatedCaller, Authenticator } from "../domain/accounts/authenticator.ts";
import type { Caller } from "../domain/accounts/caller.ts";
import { presentedKey } from "./presented-key.ts";

interface AuthenticateDeps {
  readonly authenticator: Pick<Authenticator, "identify">;
  readonly nowMs: () => number;
}

/** Lets a request in only with a valid key of a customer with a valid licence. */
export function authenticate({ authenticator, nowMs }: AuthenticateDeps): RequestHandler {
  return async function checkApiKey(req, res, next) {
    const text = keyText(req, res);
    const caller = await authenticator.identify(text);
    if (caller === undefined)
      throw unauthorized(res, "invalid_api_key", "The API key is not valid");
    if (hasExpired(caller, nowMs()))
      throw new ApiError("license_expired", "The licence of this customer has expired");
    res.locals["caller"] = caller satisfies Caller;
    next();
  };
}

/** Who makes the request. @throws TypeError when `authenticate` is not installed. */
export function callerOf(res: Response): Caller {
  const caller = res.locals["caller"] as Caller | undefined;
  if (caller === undefined) throw new TypeError("authenticate is not installed");
  return caller;
}

function keyText(req: Request, res: Response): string {
  const presented = presentedKey(req);
  switch (presented.kind) {
    case "none":
      throw unauthorized(
        res,
        "missing_api_key",
        "Send the API key in x-api-key or in Authorization: Bearer",
      );
    case "ambiguous":
      throw unauthorized(res, "invalid_api_key", "x-api-key and Authorization hold different keys");
    case "key":
      return presented.text;
  }
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

function hasExpired({ licenceExpiresAt }: AuthenticatedCaller, nowMs: number): boolean {
  return licenceExpiresAt !== undefined && licenceExpiresAt.getTime() <= nowMs;
}
