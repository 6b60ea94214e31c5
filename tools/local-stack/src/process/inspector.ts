import { once } from "node:events";
import { checkedJson } from "@veil/contracts/parsing";
import { type Static, Type } from "typebox";
import { request, WebSocket } from "undici";

/**
 * Returns the bytes in use after a garbage collection, in the process whose inspector listens on
 * this port of 127.0.0.1.
 */
export async function usedHeap(inspectorPort: number): Promise<number> {
  return await inspected(inspectorPort, async (send) => {
    await send("HeapProfiler.collectGarbage");
    const { usedSize } = (await send("Runtime.getHeapUsage")) as { usedSize: number };
    return usedSize;
  });
}

/**
 * Returns the matches of a pattern in a heap snapshot of the process whose inspector listens on
 * this port, after a garbage collection.
 */
export async function foundInHeap(
  inspectorPort: number,
  pattern: RegExp,
): Promise<ReadonlySet<string>> {
  return await inspected(inspectorPort, async (send) => {
    const found = new Set<string>();
    let rest = "";
    await takeSnapshot(send, (chunk) => {
      const text = rest + chunk;
      for (const [match] of text.matchAll(pattern)) found.add(match);
      rest = text.slice(-LONGEST_MATCH);
    });
    return found;
  });
}

/**
 * Returns the bytes that strings, objects, arrays and closures occupy after a garbage collection,
 * in the process whose inspector listens on this port. Unlike the bytes in use, they do not grow
 * with the code that V8 compiles.
 */
export async function dataInHeap(inspectorPort: number): Promise<number> {
  return await inspected(inspectorPort, async (send) => {
    const chunks: string[] = [];
    await takeSnapshot(send, (chunk) => chunks.push(chunk));
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

async function takeSnapshot(send: Send, take: (chunk: string) => void): Promise<void> {
  await send("HeapProfiler.collectGarbage");
  await send("HeapProfiler.takeHeapSnapshot", take);
}

const LONGEST_MATCH = 200;

const DATA = [
  ...["object", "closure", "array", "string", "concatenated string", "sliced string"],
  ...["number", "bigint", "regexp", "symbol", "native"],
];
/**
 * V8's format of heap snapshots. `nodes` contains the fields of all nodes in sequence. A node's
 * type is an index into the list of type names.
 */
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

const parseTargets = checkedJson(Type.Array(Type.Object({ webSocketDebuggerUrl: Type.String() })));
/** Parses a message of the Chrome DevTools Protocol: an event or a response. */
const parseMessage = checkedJson(
  Type.Object({
    params: Type.Optional(Type.Object({ chunk: Type.Optional(Type.String()) })),
    id: Type.Optional(Type.Integer()),
    result: Type.Optional(Type.Unknown()),
  }),
);

/**
 * Sends a command. Resolves to its result. `take` receives the chunks of the events before the
 * result.
 */
type Send = (method: string, take?: (chunk: string) => void) => Promise<unknown>;

async function inspected<T>(port: number, use: (send: Send) => Promise<T>): Promise<T> {
  const { body } = await request(`http://127.0.0.1:${port}/json/list`);
  const [target] = parseTargets(await body.text());
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? "");
  await once(socket, "open");
  try {
    return await use(sender(socket));
  } finally {
    socket.close();
  }
}

/**
 * Returns a function that sends commands. It listens before it sends, because all messages may
 * arrive in one piece.
 */
function sender(socket: WebSocket): Send {
  let commands = 0;
  return (method, take) =>
    new Promise((resolve, reject) => {
      commands += 1;
      const command = commands;
      socket.onmessage = ({ data }) => {
        const { id, params, result } = parseMessage(String(data));
        if (params?.chunk !== undefined) take?.(params.chunk);
        if (id === command) resolve(result);
      };
      socket.onclose = () => reject(new Error("The inspector closed the connection"));
      socket.send(JSON.stringify({ id: command, method }));
    });
}
