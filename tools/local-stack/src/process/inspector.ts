import { once } from "node:events";
import { checkedJson } from "@veil/contracts/parsing";
import { type Static, Type } from "typebox";
import { request, WebSocket } from "undici";

/**
 * Returns the bytes in use after a garbage collection, in the process whose inspector listens on
 * this port of 127.0.0.1.
 */
export async function usedHeap(inspectorPort: number): Promise<number> {
  return await inspected(inspectorPort, async (socket) => {
    await ask(socket, 1, "HeapProfiler.collectGarbage");
    const { usedSize } = (await ask(socket, 2, "Runtime.getHeapUsage")) as { usedSize: number };
    return usedSize;
  });
}

/** Returns what matches in a snapshot of that process's heap, after a garbage collection. */
export async function foundInHeap(
  inspectorPort: number,
  pattern: RegExp,
): Promise<ReadonlySet<string>> {
  return await inspected(inspectorPort, async (socket) => {
    const found = new Set<string>();
    let rest = "";
    await takeSnapshot(socket, (chunk) => {
      const text = rest + chunk;
      for (const [match] of text.matchAll(pattern)) found.add(match);
      rest = text.slice(-LONGEST_MATCH);
    });
    return found;
  });
}

/**
 * Returns the bytes that strings, objects, arrays and closures of that process take after a garbage
 * collection. Unlike the bytes in use, they do not grow with the code that V8 compiles meanwhile.
 */
export async function dataInHeap(inspectorPort: number): Promise<number> {
  return await inspected(inspectorPort, async (socket) => {
    const chunks: string[] = [];
    await takeSnapshot(socket, (chunk) => chunks.push(chunk));
    return sizeOfData(parseSnapshot(chunks.join("")));
  });
}

function sizeOfData({ snapshot, nodes }: Static<typeof HeapSnapshot>): number {
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [typeAt, sizeAt] = [fields.indexOf("type"), fields.indexOf("self_size")];
  const names = types[typeAt] ?? [];
  const counted = new Set(DATA.map((name) => names.indexOf(name)));
  let size = 0;
  for (let at = 0; at < nodes.length; at += fields.length)
    if (counted.has(nodes[at + typeAt] ?? -1)) size += nodes[at + sizeAt] ?? 0;
  return size;
}

async function takeSnapshot(socket: WebSocket, take: (chunk: string) => void): Promise<void> {
  await ask(socket, 1, "HeapProfiler.collectGarbage");
  socket.addEventListener("message", ({ data }) => {
    take(parseEvent(String(data)).params?.chunk ?? "");
  });
  await ask(socket, 2, "HeapProfiler.takeHeapSnapshot");
}

const LONGEST_MATCH = 200;

const DATA = [
  ...["object", "closure", "array", "string", "concatenated string", "sliced string"],
  ...["number", "bigint", "regexp", "symbol", "native"],
];
/** V8's file format: the fields of all nodes one after the other; the type is an index into the list of its names. */
const HeapSnapshot = Type.Object({
  snapshot: Type.Object({
    meta: Type.Object({
      node_fields: Type.Array(Type.String()),
      node_types: Type.Array(Type.Union([Type.Array(Type.String()), Type.String()])),
    }),
  }),
  nodes: Type.Array(Type.Integer()),
});
const parseSnapshot = checkedJson(HeapSnapshot);

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

/**
 * Uses one listener until the answer: several messages may arrive in one piece, and none between
 * two listeners may be missed.
 */
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
