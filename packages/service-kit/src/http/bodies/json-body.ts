import { ApiError } from "@veil/contracts/errors";
import { parseStrictJson, writeJson } from "@veil/contracts/parsing";
import type { Request, RequestHandler, Response } from "express";
import { readBody, type TakeBytes } from "./read-body.ts";

/**
 * Returns the function that reserves memory for one request's body from a budget that all requests
 * share.
 */
export type BodyBudget = (res: Response) => TakeBytes;

interface JsonBodyOptions {
  readonly limitBytes: number;
  /**
   * Whether the content type must be `application/json`. By default, a body of any type is parsed
   * as JSON.
   */
  readonly strictType?: boolean;
  /** Whether to keep the unparsed bytes, which `bodyBytesOf` returns. */
  readonly keepBytes?: boolean;
  /** Whether a request without a body counts as `{}`. */
  readonly optional?: boolean;
  readonly budget?: BodyBudget;
}

/**
 * Returns a handler that parses UTF-8 JSON with `parseStrictJson`. Keys such as `__proto__` become
 * own properties. `limitBytes` limits the decompressed size; a request that exceeds it is refused
 * immediately, even while the client is still sending.
 */
export function jsonBody(options: JsonBodyOptions): RequestHandler {
  const { limitBytes, strictType = false, keepBytes = false, optional = false, budget } = options;
  return async function readJsonBody(req, res, next) {
    if (strictType && !req.is("application/json"))
      throw new ApiError("unsupported_media_type", "Content-Type must be application/json");
    const bytes = await readBody(req, limitBytes, budget?.(res));
    if (keepBytes) res.locals["bodyBytes"] = bytes;
    req.body = optional && bytes.length === 0 ? {} : parseStrictJson(bytes);
    next();
  };
}

export function forgetBody(req: Request, res: Response): void {
  req.body = undefined;
  delete res.locals["bodyBytes"];
}

/** Returns the unparsed bytes of the body. @throws TypeError when `jsonBody` did not keep them */
export function bodyBytesOf(res: Response): Buffer {
  const bytes: unknown = res.locals["bodyBytes"];
  if (!(bytes instanceof Buffer)) throw new TypeError("jsonBody does not keep the bytes here");
  return bytes;
}

/** Works like `res.json`, but writes raw JSON in `body` unchanged. */
export function sendJson(res: Response, body: object): void {
  res.type("json").send(writeJson(body));
}
