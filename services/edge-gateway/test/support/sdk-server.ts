import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startTestGateway } from "./test-gateway.ts";

/** Starts a gateway on a real socket, for clients that open their own connections. */
export async function startSdkServer(
  settings: Readonly<Record<string, string>> = {},
  options: Parameters<typeof startTestGateway>[1] = {},
) {
  const gateway = await startTestGateway({ STREAMING_ENABLED: "true", ...settings }, options);
  const server = createServer(gateway.app).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    gateway,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Returns how many calls are recorded as closed by their clients. */
    async closedCalls() {
      const events = await gateway.events();
      return events.filter(({ payload }) => payload["error_type"] === "client_closed_request")
        .length;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await gateway.close();
    },
  };
}

export interface Attempts {
  readonly fetch: typeof fetch;
  readonly statuses: number[];
}

/**
 * Creates a transport for SDKs that records the status of each attempt and shortens the wait before
 * the next one.
 */
export function recordAttempts(): Attempts {
  const statuses: number[] = [];
  return {
    statuses,
    async fetch(input, init) {
      const answer = await fetch(input, init);
      statuses.push(answer.status);
      const headers = new Headers(answer.headers);
      if (headers.has("retry-after")) headers.set("retry-after-ms", "1");
      return new Response(answer.body, { status: answer.status, headers });
    },
  };
}
