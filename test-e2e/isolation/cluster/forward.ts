import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import type { PlannedPod } from "@veil/netpol";
import type { Agent } from "../probes/start-agents.ts";
import { joinSockets } from "./join-sockets.ts";

/** Forwards connections through an agent in a pod, so that the pod's policies apply. */
export interface Forwards {
  /** Opens a local port that forwards to `address` and `port` as seen from the pod. */
  through(from: PlannedPod, address: string, port: number): Promise<number>;
  close(): void;
}

export function openForwards(agents: readonly Agent[]): Forwards {
  const opened = new Map<string, Promise<number>>();
  const closers: (() => void)[] = [];
  return {
    through(from, address, port) {
      const key = `${from.id} ${address} ${port}`;
      const socket = agents.find(({ pod }) => pod === from)?.socket;
      if (socket === undefined) throw new Error(`${from.id} has no agent`);
      const known = opened.get(key);
      const found = known ?? open(socket, `${address} ${port}\n`, closers);
      opened.set(key, found);
      return found;
    },
    close() {
      for (const close of closers) close();
    },
  };
}

async function open(path: string, head: string, closers: (() => void)[]): Promise<number> {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const inside = connect({ path, allowHalfOpen: true });
    inside.write(head);
    joinSockets(client, inside);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(() => server.close());
  return (server.address() as AddressInfo).port;
}
