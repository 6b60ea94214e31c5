import { ApiError } from "@veil/contracts/errors";
import { parseJson } from "@veil/contracts/parsing";
import type { Request, RequestHandler, Response } from "express";
import { readBody, type TakeBytes } from "./read-body.ts";

/** Bounds what the bodies of several requests may hold together; what one has taken is free when `res` is closed. */
export type BodyBudget = (res: Response) => TakeBytes;

interface JsonBodyOptions {
  readonly limitBytes: number;
  /** Refuse another `Content-Type` with 415. By default every type is read as JSON. */
  readonly strictType?: boolean;
  /** Keep the bytes as they came, for `bodyBytesOf`. */
  readonly keepBytes?: boolean;
  readonly budget?: BodyBudget;
}

/**
 * Reads the body as JSON in UTF-8. Keys such as `__proto__` stay visible as own properties; broken UTF-8
 * is `invalid_json` rather than silently repaired. `limitBytes` counts what a compressed body unfolds to;
 * beyond it the client is answered at once, also while it is still sending.
 */
export function jsonBody(options: JsonBodyOptions): RequestHandler {
  const { limitBytes, strictType = false, keepBytes = false, budget } = options;
  return async function readJsonBody(req, res, next) {
    if (strictType && !req.is("application/json"))
      throw new ApiError("unsupported_media_type", "Content-Type must be application/json");
    const bytes = await readBody(req, limitBytes, budget?.(res));
    if (keepBytes) res.locals["bodyBytes"] = bytes;
    req.body = parseJson(bytes);
    next();
  };
}

/** Lets go of a body that has been read, so that a request that waits does not hold it in memory. */
export function forgetBody(req: Request, res: Response): void {
  req.body = undefined;
  delete res.locals["bodyBytes"];
}

/** The body byte for byte. @throws TypeError when `jsonBody` did not keep it. */
export function bodyBytesOf(res: Response): Buffer {
  const bytes: unknown = res.locals["bodyBytes"];
  if (!(bytes instanceof Buffer)) throw new TypeError("jsonBody does not keep the bytes here");
  return bytes;
}
