import { once } from "node:events";
import { connect } from "node:net";

/**
 * Returns true if a program listens on the port. Only connects, because a check that binds the port
 * could take it from a program that is about to listen on it.
 */
export async function acceptsConnections(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
