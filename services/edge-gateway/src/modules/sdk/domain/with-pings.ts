import { waitFor } from "../../calls/index.ts";

/**
 * Yields `ping` whenever the next event, or the first, takes longer than `silenceMs`: clients and
 * proxies give up connections on which nothing comes. An event is requested only when its reader
 * wants one, and so is a ping.
 */
export async function* withPings<T>(
  events: AsyncGenerator<T>,
  ping: T,
  silenceMs: number,
): AsyncGenerator<T> {
  try {
    let next = events.next();
    for (;;) {
      const { result } = await waitFor(next, { timeoutMs: silenceMs });
      if (result?.done) return;
      yield result === undefined ? ping : result.value;
      if (result !== undefined) next = events.next();
    }
  } finally {
    await events.return(undefined);
  }
}
