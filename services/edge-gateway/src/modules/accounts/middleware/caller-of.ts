import type { Response } from "express";
import type {
  AdminCaller,
  Caller,
  CustomerCaller,
  KeyCaller,
  SessionCaller,
  WebsiteCaller,
} from "../keys/caller.ts";

export function setCaller(res: Response, caller: Caller): void {
  res.locals["caller"] = caller;
}

/**
 * Returns the caller of an endpoint that accepts an API key, a session or both.
 * @throws TypeError when the endpoint accepts neither
 */
export function callerOf(res: Response): CustomerCaller {
  const caller = anyCallerOf(res);
  switch (caller.kind) {
    case "key":
    case "session":
      return caller;
    case "admin":
    case "website":
      throw wrongKind(caller);
  }
}

/** Returns a caller with an API key. @throws TypeError when the endpoint admits other callers */
export function keyCallerOf(res: Response): KeyCaller {
  const caller = anyCallerOf(res);
  if (caller.kind !== "key") throw wrongKind(caller);
  return caller;
}

/**
 * The key id of calls from sessions. It is no key's, because the key that started a session cannot
 * open what the session's calls have sealed.
 */
const PORTAL = "portal";

/**
 * Returns who makes a call. A session calls as if its token were a key, so that only the same
 * session can open what the call has sealed.
 * @throws TypeError when the endpoint accepts neither keys nor sessions
 */
export function callingKeyOf(res: Response): KeyCaller {
  const caller = callerOf(res);
  if (caller.kind === "key") return caller;
  const { customerId, tier, managedAi, licenseExpiresAt, developer } = caller;
  const { scope, subject, entityLists, entityPolicy, callPolicy } = caller;
  return {
    ...{ kind: "key", apiKey: caller.token, keyId: PORTAL, developer },
    ...{ customerId, tier, managedAi, licenseExpiresAt },
    ...{ scope, subject, entityLists, entityPolicy, callPolicy },
  };
}

/** Returns a caller with a session. @throws TypeError when the endpoint admits other callers */
export function sessionCallerOf(res: Response): SessionCaller {
  const caller = anyCallerOf(res);
  if (caller.kind !== "session") throw wrongKind(caller);
  return caller;
}

/** Returns a caller with an admin key. @throws TypeError when the endpoint admits other callers */
export function adminCallerOf(res: Response): AdminCaller {
  const caller = anyCallerOf(res);
  if (caller.kind !== "admin") throw wrongKind(caller);
  return caller;
}

/** Returns a caller with a website key. @throws TypeError when the endpoint admits other callers */
export function websiteCallerOf(res: Response): WebsiteCaller {
  const caller = anyCallerOf(res);
  if (caller.kind !== "website") throw wrongKind(caller);
  return caller;
}

function anyCallerOf(res: Response): Caller {
  const caller = res.locals["caller"] as Caller | undefined;
  if (caller === undefined) throw new TypeError("No middleware has authenticated the caller");
  return caller;
}

function wrongKind({ kind }: Caller): TypeError {
  return new TypeError(`This endpoint does not expect a caller by ${kind}`);
}
