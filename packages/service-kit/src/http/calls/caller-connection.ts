import type { Socket } from "node:net";
import type { Clock } from "@veil/contracts/clock";
import { ApiError } from "@veil/contracts/errors";
import type { WebSocket } from "ws";
import type { Verified } from "../caller.ts";
import { refusalFor } from "../errors.ts";
import { joinWrites } from "../joined-writes.ts";
import { peerOf } from "../peer.ts";
import {
  type ContextOptions,
  type RequestContext,
  reportRequest,
  requestIdOf,
} from "../request-context.ts";
import { type CallAnswer, type CallRoute, isStream } from "./call-route.ts";
import {
  type CallMessage,
  readCallerMessage,
  writeAnswer,
  writeLeave,
  writeRoutes,
} from "./messages.ts";

/** The callee's end of a call connection. */
export interface CallerConnection {
  /** Makes the caller use another connection. Calls in flight are answered. */
  leave(): void;
  close(): void;
}

interface ConnectionOptions extends ContextOptions {
  readonly ws: WebSocket;
  readonly socket: Socket;
  readonly routes: readonly CallRoute[];
  readonly verified: Verified;
  readonly nowMs?: Clock | undefined;
  check(header: string): Promise<Verified>;
}

/** More calls than a caller has in flight on one connection. */
const MAX_CALLS = 512;
/** While so many bytes of answers are unread, the connection reads no further calls. */
const MAX_UNREAD_BYTES = 4 * 1024 * 1024;
/** RFC 6455, section 7.4.1. */
const PROTOCOL_ERROR = 1002;

interface OpenCall {
  readonly context: RequestContext;
  end(): void;
}

/**
 * Serves the calls of one connection. The connection closes when the token or the certificate of
 * its caller expires, unless a new token has arrived on it.
 */
export function serveCalls(options: ConnectionOptions): CallerConnection {
  const { ws, socket, routes, log } = options;
  const calls = new Map<number, OpenCall>();
  const beforeWrite = joinWrites(socket);
  const expiry = startExpiry(options, () => {
    log.warn("calls_expired", { caller: options.verified.caller });
    ws.terminate();
  });

  function send(bytes: Buffer): void {
    beforeWrite();
    ws.send(bytes);
    if (ws.bufferedAmount < MAX_UNREAD_BYTES || ws.isPaused) return;
    ws.pause();
    socket.once("drain", () => ws.resume());
  }

  const leave = () => send(writeLeave());

  async function serve(message: CallMessage): Promise<void> {
    if (calls.has(message.id)) return void ws.close(PROTOCOL_ERROR);
    const route = routes[message.route];
    const call = openCall(message, options);
    const { context } = call;
    calls.set(message.id, call);
    const { status, body } = await answerTo(route, { ...message, context, leave }, options);
    calls.delete(message.id);
    const isGone = context.isGone();
    const ended = { method: "POST", route: route?.path ?? "unmatched" };
    reportRequest(options, context, { ...ended, status: isGone ? 499 : status });
    if (!isGone) send(writeAnswer(message.id, status, body));
  }

  function receive(data: Buffer): void {
    const message = readCallerMessage(data);
    switch (message.kind) {
      case "call":
        if (calls.size >= MAX_CALLS) throw new RangeError("Too many calls are in flight");
        void serve(message);
        break;
      case "cancel":
        calls.get(message.id)?.end();
        break;
      case "token":
        void expiry.renew(message.token);
    }
  }

  ws.on("message", (data, isBinary) => {
    try {
      if (!isBinary) throw new TypeError("The message is not binary");
      receive(data as Buffer);
    } catch {
      ws.close(PROTOCOL_ERROR);
    }
  });
  // An error is always followed by "close".
  ws.on("error", () => undefined);
  ws.once("close", () => {
    expiry.stop();
    for (const call of calls.values()) call.end();
  });
  send(writeRoutes(routes));
  return { leave, close: () => ws.terminate() };
}

interface RoutedCall extends CallMessage {
  readonly context: RequestContext;
  leave(): void;
}

async function answerTo(
  route: CallRoute | undefined,
  call: RoutedCall,
  { log }: ContextOptions,
): Promise<{ readonly status: number; readonly body: string | Uint8Array }> {
  try {
    if (route === undefined) throw new ApiError("not_found", "This path does not exist");
    const { limitBytes } = route;
    if (call.body.length > limitBytes)
      throw new ApiError("request_too_large", `The body is larger than ${limitBytes} bytes`);
    return { status: 200, body: bytesOf(await route.answer(call)) };
  } catch (error) {
    const refusal = refusalFor(error, log, call.context);
    const body = JSON.stringify(refusal.toBody(call.context.requestId));
    return { status: refusal.status, body };
  }
}

function bytesOf(answer: CallAnswer): string | Uint8Array {
  if (isStream(answer)) throw new ApiError("bad_request", "Streams are available only over HTTP");
  return answer instanceof Uint8Array ? answer : JSON.stringify(answer);
}

function openCall(message: CallMessage, { trustCaller = false }: ContextOptions): OpenCall {
  let gone = false;
  let controller: AbortController | undefined;
  return {
    context: {
      requestId: requestIdOf(message.requestId, trustCaller),
      startedAtMs: performance.now(),
      isGone: () => gone,
      gone() {
        controller ??= new AbortController();
        if (gone) controller.abort();
        return controller.signal;
      },
    },
    end() {
      gone = true;
      controller?.abort();
    },
  };
}

/** Calls `onExpired` when the caller's token or certificate expires. */
function startExpiry(
  { socket, verified, check, nowMs = Date.now }: ConnectionOptions,
  onExpired: () => void,
) {
  const certifiedUntilMs = peerOf(socket)?.notAfterMs ?? Number.POSITIVE_INFINITY;
  const start = (token: Verified) =>
    setTimeout(onExpired, Math.min(token.expiresAtMs, certifiedUntilMs) - nowMs());
  let timer = start(verified);
  let stopped = false;
  return {
    async renew(token: string): Promise<void> {
      try {
        const next = await check(`Bearer ${token}`);
        if (next.caller !== verified.caller) throw new Error("The token belongs to another caller");
        clearTimeout(timer);
        if (!stopped) timer = start(next);
      } catch {
        // A connection may end early, but never live on with a token that the check refuses.
        if (!stopped) onExpired();
      }
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
