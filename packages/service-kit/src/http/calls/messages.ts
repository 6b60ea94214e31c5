import { checkedJson } from "@veil/contracts/parsing";
import { AnnouncedRoutes } from "@veil/contracts/service";

/** The WebSocket subprotocol (RFC 6455, section 1.9). A new version gets a new name. */
export const SUBPROTOCOL = "veil-calls.1";

/** A request of a caller. `route` is the position of its route in the callee's list. */
export interface CallMessage {
  readonly id: number;
  readonly route: number;
  readonly requestId: string;
  readonly body: Buffer;
}

export type CallerMessage =
  | ({ readonly kind: "call" } & CallMessage)
  | { readonly kind: "cancel"; readonly id: number }
  | { readonly kind: "token"; readonly token: string };

export interface AnswerMessage {
  readonly id: number;
  readonly status: number;
  readonly body: Buffer;
}

export type CalleeMessage =
  | { readonly kind: "routes"; readonly routes: AnnouncedRoutes }
  | ({ readonly kind: "answer" } & AnswerMessage)
  | { readonly kind: "leave" };

const readRoutes = checkedJson(AnnouncedRoutes);

const CALL = 1;
const CANCEL = 2;
const TOKEN = 3;
const ROUTES = 4;
const ANSWER = 5;
const LEAVE = 6;

/**
 * Kind, id, route, the length of the request id, and the length of a second string. Earlier versions
 * sent a trace context there; it is always empty, and a callee skips it.
 */
const CALL_HEAD_BYTES = 8;
/** Kind, id and status. */
const ANSWER_HEAD_BYTES = 7;
const MAX_STRING_BYTES = 255;

/** The bytes that the largest call has in addition to its body. */
export const MAX_CALL_HEAD_BYTES = CALL_HEAD_BYTES + 2 * MAX_STRING_BYTES;

/** Returns whether a string fits into the head of a call. */
export function fitsHead(text: string): boolean {
  return text.length <= MAX_STRING_BYTES && /^[\x20-\x7e]*$/.test(text);
}

export function writeCall(call: Omit<CallMessage, "body">, body: string): Buffer {
  const { id, route, requestId } = call;
  const bodyAt = CALL_HEAD_BYTES + requestId.length;
  const bytes = Buffer.allocUnsafe(bodyAt + Buffer.byteLength(body));
  bytes[0] = CALL;
  bytes.writeUInt32BE(id, 1);
  bytes[5] = route;
  bytes[6] = requestId.length;
  bytes[7] = 0;
  bytes.write(requestId, CALL_HEAD_BYTES, "latin1");
  bytes.write(body, bodyAt);
  return bytes;
}

export function writeCancel(id: number): Buffer {
  const bytes = Buffer.allocUnsafe(5);
  bytes[0] = CANCEL;
  bytes.writeUInt32BE(id, 1);
  return bytes;
}

export function writeToken(token: string): Buffer {
  return Buffer.concat([Buffer.of(TOKEN), Buffer.from(token, "latin1")]);
}

export function writeRoutes(routes: readonly AnnouncedRoutes[number][]): Buffer {
  const listed = routes.map(({ path, repeatable }) => ({ path, repeatable }));
  return Buffer.concat([Buffer.of(ROUTES), Buffer.from(JSON.stringify(listed))]);
}

export function writeAnswer(id: number, status: number, body: string | Uint8Array): Buffer {
  const length = typeof body === "string" ? Buffer.byteLength(body) : body.length;
  const bytes = Buffer.allocUnsafe(ANSWER_HEAD_BYTES + length);
  bytes[0] = ANSWER;
  bytes.writeUInt32BE(id, 1);
  bytes.writeUInt16BE(status, 5);
  if (typeof body === "string") bytes.write(body, ANSWER_HEAD_BYTES);
  else bytes.set(body, ANSWER_HEAD_BYTES);
  return bytes;
}

export function writeLeave(): Buffer {
  return Buffer.of(LEAVE);
}

/** @throws RangeError or TypeError when the message is malformed */
export function readCallerMessage(bytes: Buffer): CallerMessage {
  switch (bytes.readUInt8(0)) {
    case CALL:
      return readCall(bytes);
    case CANCEL:
      return { kind: "cancel", id: bytes.readUInt32BE(1) };
    case TOKEN:
      return { kind: "token", token: bytes.toString("latin1", 1) };
    default:
      throw new TypeError("Unknown kind of message");
  }
}

function readCall(bytes: Buffer): CallerMessage {
  const requestIdEnd = CALL_HEAD_BYTES + bytes.readUInt8(6);
  const bodyAt = requestIdEnd + bytes.readUInt8(7);
  if (bodyAt > bytes.length) throw new RangeError("The message is shorter than its head says");
  return {
    kind: "call",
    id: bytes.readUInt32BE(1),
    route: bytes.readUInt8(5),
    requestId: bytes.toString("latin1", CALL_HEAD_BYTES, requestIdEnd),
    body: bytes.subarray(bodyAt),
  };
}

/** @throws RangeError, TypeError or ApiError when the message is malformed */
export function readCalleeMessage(bytes: Buffer): CalleeMessage {
  switch (bytes.readUInt8(0)) {
    case ROUTES:
      return { kind: "routes", routes: readRoutes(bytes.toString("utf8", 1)) };
    case ANSWER:
      return {
        kind: "answer",
        id: bytes.readUInt32BE(1),
        status: bytes.readUInt16BE(5),
        body: bytes.subarray(ANSWER_HEAD_BYTES),
      };
    case LEAVE:
      return { kind: "leave" };
    default:
      throw new TypeError("Unknown kind of message");
  }
}
