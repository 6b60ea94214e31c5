import { ApiError } from "@veil/contracts/errors";
import express, { type RequestHandler } from "express";

interface JsonBodyOptions {
  readonly limitBytes: number;
  /** Refuse another `Content-Type` with 415. Default: any type is read as JSON. */
  readonly strictType?: boolean;
}

/**
 * Reads the body as JSON in UTF-8. Keys such as `__proto__` stay visible as own properties; broken UTF-8
 * is `invalid_json` rather than silently repaired.
 */
export function jsonBody({ limitBytes, strictType = false }: JsonBodyOptions): RequestHandler {
  const readBytes = express.raw({ type: () => true, limit: limitBytes });

  return function readJsonBody(req, res, next) {
    if (strictType && !req.is("application/json"))
      throw new ApiError("unsupported_media_type", "Content-Type must be application/json");
    readBytes(req, res, (error?: unknown) => {
      if (error !== undefined) return next(readError(error, limitBytes));
      try {
        req.body = parseJson(req.body);
      } catch {
        return next(new ApiError("invalid_json", "The body is not valid JSON in UTF-8"));
      }
      next();
    });
  };
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function parseJson(bytes: unknown): unknown {
  return JSON.parse(utf8.decode(bytes instanceof Buffer ? bytes : Buffer.alloc(0)));
}

function readError(error: unknown, limitBytes: number): unknown {
  const { type, status } = error as { type?: unknown; status?: unknown };
  if (type === "entity.too.large")
    return new ApiError("request_too_large", `The body is larger than ${limitBytes} bytes`);
  if (type === "encoding.unsupported")
    return new ApiError("unsupported_media_type", "Content-Encoding is not supported");
  if (typeof status === "number" && status < 500)
    return new ApiError("invalid_json", "The body could not be read");
  return error;
}
