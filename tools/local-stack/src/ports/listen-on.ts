import { once } from "node:events";
import { createServer, type Server } from "node:net";

export async function isFreePort(port: number): Promise<boolean> {
  const server = await listenOn(port);
  server?.close();
  return server !== undefined;
}

export async function listenOn(port: number): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy());
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return server;
  } catch {
    return undefined;
  }
}
