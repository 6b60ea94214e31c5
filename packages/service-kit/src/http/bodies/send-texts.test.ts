import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, expect, test } from "@jest/globals";
import { sendTexts } from "./send-texts.ts";

const PATIENT = new AbortController().signal;
const opened: (() => void)[] = [];

afterEach(() => {
  for (const close of opened.splice(0)) close();
});

/** Starts a server that answers every request by `send`. */
async function start(send: (res: ServerResponse) => Promise<void>): Promise<string> {
  const server = createServer((_req, res) => void send(res).catch(() => res.destroy()));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  opened.push(() => server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Yields texts in one turn of the event loop, each after the ticks of the one before. */
async function* textsOf(...texts: readonly string[]) {
  for (const text of texts) {
    await new Promise(process.nextTick);
    yield text;
  }
}

/** Records how many pieces each system call of a socket writes. */
function recordWrites(socket: Socket): readonly number[] {
  const writes: number[] = [];
  const writev = socket._writev?.bind(socket);
  socket._writev = (chunks, callback) => {
    writes.push(chunks.length);
    writev?.(chunks, callback);
  };
  return writes;
}

test("Texts of one turn of the event loop, the head and the end are sent by one system call", async () => {
  let writes: readonly number[] = [];
  const url = await start(async (res) => {
    if (res.socket !== null) writes = recordWrites(res.socket);
    await sendTexts(res, textsOf("a", "b", "c"), PATIENT);
  });
  expect(await (await fetch(url)).text()).toBe("abc");
  expect(writes).toHaveLength(1);
});

test("A text reaches the client while the next one is awaited", async () => {
  let goOn = () => {};
  const received = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const url = await start((res) => {
    async function* texts() {
      yield "a";
      await received;
      yield "b";
    }
    return sendTexts(res, texts(), PATIENT);
  });
  const { body } = await fetch(url);
  const seen: string[] = [];
  for await (const part of (body ?? textsOf()) as AsyncIterable<Uint8Array>) {
    seen.push(Buffer.from(part).toString());
    goOn();
  }
  expect(seen).toEqual(["a", "b"]);
});

test("Texts that are larger than all buffers together arrive completely", async () => {
  const texts = Array.from({ length: 400 }, (_, at) => String(at % 10).repeat(64 * 1024));
  const url = await start((res) => sendTexts(res, textsOf(...texts), PATIENT));
  expect((await (await fetch(url)).text()) === texts.join("")).toBe(true);
});

test("When the source fails, then the connection closes and the error is thrown", async () => {
  const thrown: unknown[] = [];
  const url = await start(async (res) => {
    async function* failing() {
      yield "a";
      throw new Error("lost");
    }
    await sendTexts(res, failing(), PATIENT).catch((error: unknown) => thrown.push(error));
  });
  await expect(fetch(url).then((answer) => answer.text())).rejects.toThrow();
  expect(thrown).toEqual([new Error("lost")]);
});
