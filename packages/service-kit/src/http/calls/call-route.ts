import { parseStrictJson } from "@veil/contracts/parsing";
import { type Response, Router } from "express";
import { endWithJson, JSON_HEARTBEAT, withHeartbeat } from "../bodies/heartbeat.ts";
import { readBody } from "../bodies/read-body.ts";
import { endpoint } from "../endpoint.ts";
import { contextOf, type RequestContext } from "../request-context.ts";

/** A call of another service that has passed the access check. */
export interface IncomingCall {
  readonly body: Buffer;
  readonly context: RequestContext;
  /** Makes the caller use another connection for its next call. */
  leave(): void;
}

/**
 * The answer: a value that is sent as JSON, bytes of JSON that are sent as they are, or a function
 * that writes a stream, which is possible only over HTTP.
 */
export type CallAnswer = object | Uint8Array | WriteStream;
export type WriteStream = (res: Response) => Promise<void>;

/**
 * A route `POST path` that is served over HTTP and over call connections, by the same function. An
 * ApiError becomes a response with its status, as in any other route.
 */
export interface CallRoute {
  readonly path: string;
  readonly limitBytes: number;
  /** Whether a caller may send a call again when it does not know whether the call was processed. */
  readonly repeatable: boolean;
  /**
   * Makes HTTP send heartbeats while the answer is not ready. A call connection needs none, because
   * it has pings.
   */
  readonly heartbeat?: { readonly intervalMs?: number | undefined };
  answer(call: IncomingCall): CallAnswer | Promise<CallAnswer>;
}

/** Returns the function `answer` of a route whose body is JSON that `parse` checks. */
export function jsonCall<T>(
  parse: (body: unknown) => T,
  answer: (request: T, call: IncomingCall) => CallAnswer | Promise<CallAnswer>,
): CallRoute["answer"] {
  return (call) => answer(parse(parseStrictJson(call.body)), call);
}

/** Returns the HTTP form of the routes. Mount it behind a caller check. */
export function callRouter(routes: readonly CallRoute[]): Router {
  const router = Router();
  for (const route of routes)
    endpoint(router, route.path, {
      post: [
        async (req, res) => {
          const body = await readBody(req, route.limitBytes);
          const leave = () => void res.set("connection", "close");
          const answer = answerOf(route, { body, context: contextOf(res), leave });
          await send(res, await beating(route, res, answer));
        },
      ],
    });
  return router;
}

async function answerOf(route: CallRoute, call: IncomingCall): Promise<CallAnswer> {
  return await route.answer(call);
}

async function beating({ heartbeat }: CallRoute, res: Response, answer: Promise<CallAnswer>) {
  if (heartbeat === undefined) return await answer;
  const { intervalMs } = heartbeat;
  return await withHeartbeat(res, { beat: JSON_HEARTBEAT, intervalMs }, answer);
}

async function send(res: Response, answer: CallAnswer): Promise<void> {
  if (isStream(answer)) return await answer(res);
  if (!(answer instanceof Uint8Array)) return endWithJson(res, answer);
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength);
  if (res.headersSent) res.end(bytes);
  else res.type("json").send(bytes);
}

export function isStream(answer: CallAnswer): answer is WriteStream {
  return typeof answer === "function";
}
