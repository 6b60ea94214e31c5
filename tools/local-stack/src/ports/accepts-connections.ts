import { once } from "node:events";
import { connect } from "node:net";

/** Connects only: a check that binds the port could take it from the program that is about to listen there. */
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
