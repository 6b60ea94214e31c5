import { once } from "node:events";
import { checkedJson } from "@veil/contracts/parsing";
import { Type } from "typebox";
import { request, WebSocket } from "undici";

/** Bytes in use after a garbage collection, in the process whose inspector listens on this port of 127.0.0.1. */
export async function usedHeap(inspectorPort: number): Promise<number> {
  return await inspected(inspectorPort, async (socket) => {
    await ask(socket, 1, "HeapProfiler.collectGarbage");
    const { usedSize } = (await ask(socket, 2, "Runtime.getHeapUsage")) as { usedSize: number };
    return usedSize;
  });
}

/** What matches in a snapshot of the heap of that process, after a garbage collection. */
export async function foundInHeap(
  inspectorPort: number,
  pattern: RegExp,
): Promise<ReadonlySet<string>> {
  return await inspected(inspectorPort, async (socket) => {
    await ask(socket, 1, "HeapProfiler.collectGarbage");
    const found = new Set<string>();
    let rest = "";
    socket.addEventListener("message", ({ data }) => {
      const { params } = parseEvent(String(data));
      const text = rest + (params?.chunk ?? "");
      for (const [match] of text.matchAll(pattern)) found.add(match);
      rest = text.slice(-LONGEST_MATCH);
    });
    await ask(socket, 2, "HeapProfiler.takeHeapSnapshot");
    return found;
  });
}

const LONGEST_MATCH = 200;

/** Chrome DevTools Protocol: both kinds of messages come on one socket. */
const parseEvent = checkedJson(
  Type.Object({ params: Type.Optional(Type.Object({ chunk: Type.Optional(Type.String()) })) }),
);
const parseTargets = checkedJson(Type.Array(Type.Object({ webSocketDebuggerUrl: Type.String() })));
const parseAnswer = checkedJson(
  Type.Object({ id: Type.Optional(Type.Integer()), result: Type.Optional(Type.Unknown()) }),
);

async function inspected<T>(port: number, use: (socket: WebSocket) => Promise<T>): Promise<T> {
  const { body } = await request(`http://127.0.0.1:${port}/json/list`);
  const [target] = parseTargets(await body.text());
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? "");
  await once(socket, "open");
  try {
    return await use(socket);
  } finally {
    socket.close();
  }
}

/** One listener until the answer: several messages may arrive in one piece, and none between two listeners may be missed. */
async function ask(socket: WebSocket, id: number, method: string): Promise<unknown> {
  const listening = new AbortController();
  const { signal } = listening;
  const answer = new Promise<unknown>((resolve, reject) => {
    const take = ({ data }: { readonly data: unknown }) => {
      const given = parseAnswer(String(data));
      if (given.id === id) resolve(given.result);
    };
    const ended = () => reject(new Error("The inspector closed the connection"));
    socket.addEventListener("message", take, { signal });
    socket.addEventListener("close", ended, { signal });
  });
  socket.send(JSON.stringify({ id, method }));
  try {
    return await answer;
  } finally {
    listening.abort();
  }
}
