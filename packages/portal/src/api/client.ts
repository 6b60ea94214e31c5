import createClient from "openapi-fetch";
import type { components, paths } from "./schema.ts";

export type Schemas = components["schemas"];

/** The client of the gateway that serves the portal. The session's cookie is the only credential. */
export const api = createClient<paths, "application/json">({ baseUrl: "/", cache: "no-store" });

/** The body of every error of the gateway. */
interface ErrorBody {
  readonly error: string;
  readonly message: string;
  readonly hint?: string;
  readonly retry_after_seconds?: number;
  readonly request_id?: string;
}

/** A request that the gateway refused, or that did not reach it (`offline`). */
export class ApiFailure extends Error {
  readonly code: string;
  readonly hint: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly requestId: string | undefined;

  constructor({ error, message, hint, retry_after_seconds, request_id }: ErrorBody) {
    super(message);
    this.code = error;
    this.hint = hint;
    this.retryAfterSeconds = retry_after_seconds;
    this.requestId = request_id;
  }
}

interface Result<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * Returns the body of a successful response.
 * @throws ApiFailure for every other outcome
 */
export async function take<T>(call: Promise<Result<T>>): Promise<T> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    throw offline(cause);
  });
  if (response.ok) return data as T;
  throw new ApiFailure(isErrorBody(error) ? error : unexpected(response));
}

interface FetchOptions {
  readonly signal?: AbortSignal;
  /** Called with the number of bytes that have arrived. */
  readonly onProgress?: (bytes: number) => void;
}

/** Fetches a file. @throws ApiFailure, also when it ends early or the signal ends it */
export async function fetchFile(path: string, options: FetchOptions = {}): Promise<Blob> {
  const { signal, onProgress } = options;
  const request = { cache: "no-store", ...(signal && { signal }) } as const;
  const response = await fetch(path, request).catch((cause: unknown) => {
    throw offline(cause);
  });
  if (response.ok) return await received(response, onProgress);
  const body: unknown = await response.json().catch(() => undefined);
  throw new ApiFailure(isErrorBody(body) ? body : unexpected(response));
}

async function received(
  { body, headers }: Response,
  onProgress: FetchOptions["onProgress"] = () => undefined,
): Promise<Blob> {
  let bytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      bytes += part.length;
      onProgress(bytes);
      controller.enqueue(part);
    },
  });
  const counted = new Response(body?.pipeThrough(counter) ?? null, { headers });
  return await counted.blob().catch((cause: unknown) => {
    throw offline(cause);
  });
}

function offline(cause: unknown): ApiFailure {
  const failure = new ApiFailure({ error: "offline", message: "The gateway did not answer" });
  failure.cause = cause;
  return failure;
}

function unexpected({ status, headers }: Response): ErrorBody {
  const requestId = headers.get("x-request-id");
  return {
    error: "unexpected",
    message: `The gateway answered with status ${status}`,
    ...(requestId !== null && { request_id: requestId }),
  };
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === "object" && body !== null && "error" in body && "message" in body;
}
