import { ApiError } from "@veil/contracts/errors";
import { parseStrictJson, writeJson } from "@veil/contracts/parsing";
import type { Request, RequestHandler, Response } from "express";
import { readBody, type TakeBytes } from "./read-body.ts";

/** A budget of memory that the bodies of all requests share. */
export type BodyBudget = (res: Response) => TakeBytes;

interface JsonBodyOptions {
  readonly limitBytes: number;
  /** By default every type is read as JSON. */
  readonly strictType?: boolean;
  /** Needed for `bodyBytesOf`. */
  readonly keepBytes?: boolean;
  /** A request without a body is read as `{}`. */
  readonly optional?: boolean;
  readonly budget?: BodyBudget;
}

/**
 * Reads JSON in UTF-8 with `parseStrictJson`. Keys such as `__proto__` become own properties.
 * `limitBytes` counts decompressed bytes; beyond it the client gets its answer at once, even while
 * it still sends.
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

/** @throws TypeError when `jsonBody` did not keep them */
export function bodyBytesOf(res: Response): Buffer {
  const bytes: unknown = res.locals["bodyBytes"];
  if (!(bytes instanceof Buffer)) throw new TypeError("jsonBody does not keep the bytes here");
  return bytes;
}

/** Works like `res.json`, and writes raw JSON in `body` unchanged. */
export function sendJson(res: Response, body: object): void {
  res.type("json").send(writeJson(body));
}
