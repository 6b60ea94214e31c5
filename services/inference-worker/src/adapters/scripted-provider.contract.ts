import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach } from "@jest/globals";
import type { Provider, ProviderEvent, ProviderRequest } from "../ports.ts";
import type { ProviderHttpOptions } from "./provider-http.ts";

/** Starts a server that responds with bytes set by a test. Adds hooks to the calling suite. */
export function scriptedProvider(open: (options: ProviderHttpOptions) => Provider) {
  const received: string[] = [];
  let body = "";
  const server = createServer(async (req, res) => {
    received.push(Buffer.concat(await req.toArray()).toString());
    res.end(body);
  });
  let provider: Provider;
  beforeAll(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const limits = { timeoutMs: 5_000, maxResponseBytes: 100_000, connections: 1 };
    provider = open({ baseUrl, ...limits });
  });
  beforeEach(() => void received.splice(0));
  afterAll(async () => {
    await provider.close();
    server.close();
  });
  return {
    /** The received request bodies, in order of arrival. */
    received,
    get provider() {
      return provider;
    },
    answer(text: string) {
      body = text;
    },
    async stream(request: ProviderRequest): Promise<ProviderEvent[]> {
      const events: ProviderEvent[] = [];
      for await (const event of provider.stream(request)) events.push(event);
      return events;
    },
  };
}

/** Serializes named server-sent events, as a provider sends them. */
export function eventStream(...data: readonly object[]): string {
  return data
    .map(
      (event) =>
        `event: ${"type" in event ? event.type : "message"}\ndata: ${JSON.stringify(event)}\n\n`,
    )
    .join("");
}
