import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { ApiError } from "@veil/contracts/errors";
import getRawBody from "raw-body";

const DECODERS = new Map([
  ["gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress],
]);

/**
 * The bytes of the body, decompressed, at most `limitBytes`.
 *
 * @throws ApiError `request_too_large` at the first byte too many, `unsupported_media_type` for an unknown
 * `Content-Encoding`, `invalid_json` when the body breaks off or does not unfold
 */
export async function readBody(req: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const source = decoded(req);
  const length = source === req ? (req.headers["content-length"] ?? null) : null;
  try {
    return await getRawBody(source, { limit: limitBytes, length });
  } catch (error) {
    throw toApiError(error, limitBytes);
  } finally {
    release(req, source);
  }
}

function decoded(req: IncomingMessage): Readable {
  const encoding = req.headers["content-encoding"]?.toLowerCase() ?? "identity";
  if (encoding === "identity") return req;
  const createDecoder = DECODERS.get(encoding);
  if (createDecoder === undefined)
    throw new ApiError("unsupported_media_type", "Content-Encoding is not supported");
  const decoder = createDecoder();
  // pipe() does not forward this: a client that goes away would leave the read hanging.
  req.once("close", () => {
    if (!req.complete) decoder.destroy(new Error("The connection broke"));
  });
  return req.pipe(decoder);
}

/** What is still on its way is thrown away, so that the client gets to read the answer. */
function release(req: IncomingMessage, source: Readable): void {
  if (source !== req) {
    req.unpipe();
    source.on("error", () => {}).destroy();
  }
  req.resume();
}

function toApiError(error: unknown, limitBytes: number): ApiError {
  const { type } = error as { type?: unknown };
  if (type === "entity.too.large")
    return new ApiError("request_too_large", `The body is larger than ${limitBytes} bytes`);
  return new ApiError("invalid_json", "The body could not be read", { cause: error });
}
