import { ApiError } from "@veil/contracts/errors";
import { parseStrictJson } from "@veil/contracts/parsing";
import type { Request, RequestHandler, Response } from "express";
import { readBody, type TakeBytes } from "./read-body.ts";

/** Limits the total bytes of the bodies in memory; a request's share is released when `res` is closed. */
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
 * Reads the body as JSON in UTF-8, with `parseStrictJson`. Keys such as `__proto__` become own properties. `limitBytes` counts decompressed bytes; beyond it the client is answered at once, also while it
 * still sends.
 */
export function jsonBody(options: JsonBodyOptions): RequestHandler {
  const { limitBytes, strictType = false, keepBytes = false, budget } = options;
  return async function readJsonBody(req, res, next) {
    if (strictType && !req.is("application/json"))
      throw new ApiError("unsupported_media_type", "Content-Type must be application/json");
    const bytes = await readBody(req, limitBytes, budget?.(res));
    if (keepBytes) res.locals["bodyBytes"] = bytes;
    req.body = parseStrictJson(bytes);
    next();
  };
}

/** Frees the memory of a body while its request waits. */
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
