import type { Socket } from "node:net";
import type { PrincipalName } from "@veil/crypto";

interface Peer {
  readonly service: PrincipalName;
  readonly notAfterMs: number;
}

const peers = new WeakMap<Socket, Peer>();

export function rememberPeer(socket: Socket, peer: Peer): void {
  peers.set(socket, peer);
}

export function peerOf(socket: Socket): Peer | undefined {
  return peers.get(socket);
}
