import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { joinWrites } from "../joined-writes.ts";

/**
 * Sends texts as they arrive, no faster than the client reads, and ends the response. The texts of
 * one turn of the event loop are sent together.
 * @throws Error when `texts` fails, the client has gone, or `signal` aborts
 */
export async function sendTexts(
  res: ServerResponse,
  texts: AsyncIterable<string>,
  signal: AbortSignal,
): Promise<void> {
  await pipeline(Readable.from(joined(res, texts)), res, { signal });
}

async function* joined({ socket }: ServerResponse, texts: AsyncIterable<string>) {
  const beforeWrite = socket && joinWrites(socket);
  for await (const text of texts) {
    beforeWrite?.();
    yield text;
  }
}
