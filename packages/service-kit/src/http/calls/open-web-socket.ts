import type { Socket } from "node:net";
import type { buildConnector } from "undici";
import WebSocket from "ws";
import { CALLS_PATH } from "./call-server.ts";
import { SUBPROTOCOL } from "./messages.ts";

export interface CalleeAddress {
  readonly baseUrl: string;
  readonly connector: buildConnector.connector;
  readonly timeoutMs: number;
}

export interface OpeningSocket {
  readonly ws: WebSocket;
  readonly socket: Socket;
}

/** More than the largest answer of a route. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** Connects to a service and requests a WebSocket connection, which is not open yet. */
export async function openWebSocket(
  { baseUrl, connector }: CalleeAddress,
  token: string,
): Promise<OpeningSocket> {
  const url = new URL(baseUrl);
  const socket = await connect(connector, url);
  // The connector has already set up TLS.
  const target = `ws://${url.host}${url.pathname.replace(/\/+$/, "")}${CALLS_PATH}`;
  const ws = new WebSocket(target, SUBPROTOCOL, {
    createConnection: () => socket,
    headers: { authorization: `Bearer ${token}` },
    perMessageDeflate: false,
    skipUTF8Validation: true,
    maxPayload: MAX_ANSWER_BYTES,
  });
  return { ws, socket };
}

function connect(
  connector: buildConnector.connector,
  { protocol, hostname, host, port }: URL,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    connector({ protocol, hostname, host, port }, (...[error, socket]) => {
      if (error === null) resolve(socket);
      else reject(error);
    });
  });
}
