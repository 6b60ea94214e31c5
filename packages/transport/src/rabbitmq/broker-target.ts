import type { Logger } from "@veil/service-kit/telemetry";
import { openServerTls, type TlsMaterial } from "@veil/service-kit/tls";

/**
 * URL parameters with the names of TLS files (RabbitMQ documentation, "URI Query Parameters").
 * amqplib does not support them.
 */
const PARAMETERS = { caFile: "cacertfile", certFile: "certfile", keyFile: "keyfile" } as const;

export interface BrokerTarget {
  readonly url: string;
  /**
   * The TLS options. amqplib's `connect` accepts one object for all connections of a recovering
   * connection.
   */
  readonly tls: TlsLists;
  /** Must be called before each connection except the first. */
  refresh(): void;
}

/**
 * TLS options as arrays, whose contents `refresh` can replace: amqplib copies its options once, and
 * does not copy the arrays.
 */
interface TlsLists {
  readonly ca?: string[];
  readonly cert?: string[];
  readonly key?: string[];
}

export function brokerTarget(url: string, log?: Logger): BrokerTarget {
  const target = new URL(url);
  if (target.protocol !== "amqps:") return { url, tls: {}, refresh: () => undefined };
  const named = Object.entries(PARAMETERS).map(([kind, name]) => {
    const file = target.searchParams.get(name) ?? undefined;
    target.searchParams.delete(name);
    return [kind, file] as const;
  });
  const files = Object.fromEntries(named.filter(([, file]) => file !== undefined));
  const source = openServerTls(files, "broker", log);
  const tls = listsOf(source.current());
  return {
    url: target.href,
    tls,
    refresh() {
      source.refresh();
      for (const [kind, lines] of Object.entries(listsOf(source.current())))
        tls[kind as keyof TlsLists]?.splice(0, Number.POSITIVE_INFINITY, ...lines);
    },
  };
}

function listsOf({ pem: { ca, cert, key } }: TlsMaterial): TlsLists {
  return {
    ...(ca !== undefined && { ca: [ca] }),
    ...(cert !== undefined && { cert: [cert] }),
    ...(key !== undefined && { key: [key] }),
  };
}
