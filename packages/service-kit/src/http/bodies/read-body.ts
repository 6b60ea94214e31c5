import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { ApiError } from "@veil/contracts/errors";
import { startBodyDeadline } from "./body-deadline.ts";

const DECODERS = new Map([
  ["gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress],
]);

/** Is called with the size of each chunk, and throws to refuse it. */
export type TakeBytes = (bytes: number) => void;

/**
 * Reads and decompresses a request's body.
 * @throws ApiError `request_too_large` as soon as the body exceeds the limit, `request_timeout`
 * after the deadline of `startBodyDeadline`, `unsupported_media_type` for an unknown
 * `Content-Encoding` or a charset other than UTF-8, `invalid_json` when the body is incomplete or
 * cannot be decompressed; and any error that `take` throws
 */
export async function readBody(
  req: IncomingMessage,
  limitBytes: number,
  take: TakeBytes = () => undefined,
): Promise<Buffer> {
  requireUtf8(req);
  const announced = announcedBytes(req);
  const source = decoded(req);
  try {
    if (source === req && announced !== undefined && announced > limitBytes)
      throw tooLarge(limitBytes);
    return await collect(source, { announced, limitBytes, take });
  } finally {
    release(req, source);
  }
}

/**
 * Requires UTF-8 in every `charset` parameter, because parsers disagree on which of several counts.
 */
function requireUtf8({ headers }: IncomingMessage): void {
  const named = headers["content-type"]?.matchAll(/;\s*charset\s*=\s*"?([^\s;"]*)/gi) ?? [];
  for (const [, charset = ""] of named)
    if (!/^utf-?8$/i.test(charset))
      throw new ApiError("unsupported_media_type", "The body must be in UTF-8");
}

function announcedBytes({ headers }: IncomingMessage): number | undefined {
  const length = headers["content-length"];
  return length === undefined ? undefined : Number(length);
}

function decoded(req: IncomingMessage): Readable {
  const encoding = req.headers["content-encoding"]?.toLowerCase() ?? "identity";
  if (encoding === "identity") return req;
  const createDecoder = DECODERS.get(encoding);
  if (createDecoder === undefined)
    throw new ApiError("unsupported_media_type", "Content-Encoding is not supported");
  const decoder = createDecoder();
  // pipe() does not forward this event, so without the listener, the read would hang when the
  // client disconnects.
  req.once("close", () => {
    if (!req.complete) decoder.destroy(new Error("The connection broke"));
  });
  return req.pipe(decoder);
}

interface CollectOptions {
  readonly announced: number | undefined;
  readonly limitBytes: number;
  readonly take: TakeBytes;
}

function collect(source: Readable, options: CollectOptions): Promise<Buffer> {
  const { announced, limitBytes, take } = options;
  const chunks: Buffer[] = [];
  let length = 0;
  let ended = false;
  return new Promise((resolve, reject) => {
    const end = (error?: unknown) => {
      if (ended) return;
      ended = true;
      deadline.stop();
      source.off("data", onData);
      const held = chunks.splice(0);
      if (error === undefined) resolve(Buffer.concat(held, length));
      else reject(error);
    };
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      deadline.arrived(chunk.length);
      try {
        if (length > limitBytes) throw tooLarge(limitBytes);
        take(chunk.length);
        chunks.push(chunk);
      } catch (error) {
        end(error);
      }
    };
    // Every stream emits "close", even after it ended, so an error is created only if the body is
    // incomplete; creating one costs a stack trace.
    const onBroken = (cause?: unknown) => {
      if (!ended) end(new ApiError("invalid_json", "The body could not be read", { cause }));
    };
    const deadline = startBodyDeadline(announced, () =>
      end(new ApiError("request_timeout", "The body did not arrive in time")),
    );
    source.on("data", onData);
    source
      .once("end", () => end())
      .once("error", onBroken)
      .once("close", onBroken);
  });
}

/** Discards the rest of a refused body. Otherwise, the client could not read the response. */
function release(req: IncomingMessage, source: Readable): void {
  req.on("error", () => undefined);
  if (source !== req) {
    req.unpipe();
    source.on("error", () => undefined).destroy();
  }
  req.resume();
}

function tooLarge(limitBytes: number): ApiError {
  return new ApiError("request_too_large", `The body is larger than ${limitBytes} bytes`);
}
