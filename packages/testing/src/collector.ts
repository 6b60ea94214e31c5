import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import type { TestPem } from "./test-ca.ts";

/** A span as it arrives in OTLP's JSON. Times are nanoseconds since 1970. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
  readonly events: readonly unknown[];
  readonly links: readonly unknown[];
  readonly status: { readonly code: number; readonly message?: string };
}

interface ReceivedBatch {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: ReceivedSpan["attributes"] };
    readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[];
  }[];
}

export interface Collector {
  /** The endpoint of OTLP over HTTP. */
  readonly url: string;
  readonly headers: readonly IncomingMessage["headers"][];
  /** Everything that arrived, as text. */
  text(): string;
  spans(): readonly ReceivedSpan[];
  /** Sets the status of the responses. Bodies of refused requests are not kept. */
  respondWith(status: number): void;
  close(): Promise<void>;
}

/**
 * Starts a collector of traces that keeps what it receives.
 * @param pem - the certificate and key for HTTPS; without them it uses plain HTTP
 */
export async function startCollector(pem?: Pick<TestPem, "cert" | "key">): Promise<Collector> {
  const batches: ReceivedBatch[] = [];
  const headers: IncomingMessage["headers"][] = [];
  let status = 200;
  const respond: RequestListener = async (req, res) => {
    const body = (await json(req)) as ReceivedBatch;
    headers.push(req.headers);
    if (req.url !== "/v1/traces") return void res.writeHead(404).end();
    if (status === 200) batches.push(body);
    res.writeHead(status, { "content-type": "application/json" }).end("{}");
  };
  const server = pem === undefined ? createServer(respond) : createTlsServer(pem, respond);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `${pem === undefined ? "http" : "https"}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    headers,
    text: () => JSON.stringify(batches),
    spans: () =>
      batches.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    respondWith(next) {
      status = next;
    },
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Returns the attributes of a span by name. */
export function attributesOf({ attributes }: Pick<ReceivedSpan, "attributes">) {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, readValue(value)] as const),
  ) as Readonly<Record<string, unknown>>;
}

function readValue(value: object): unknown {
  const [only] = Object.values(value) as unknown[];
  const values = (only as { values?: object[] } | undefined)?.values;
  return values === undefined ? only : values.map(readValue);
}
