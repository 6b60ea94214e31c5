import type { Logger } from "@veil/service-kit/telemetry";
import { connectOptions, openServerTls, type TlsFiles } from "@veil/service-kit/tls";
import type { RedisOptions } from "ioredis";

export type CoordinationConfig =
  | { readonly kind: "memory" }
  | {
      readonly kind: "redis";
      readonly url: string;
      readonly tls?: TlsFiles | undefined;
      readonly replicas: number;
      /** How long a limit waits for a response of Redis. Default 250. */
      readonly timeoutMs?: number;
    };

/**
 * Returns the options for an encrypted connection if there are `files`, which are read again for
 * each connection.
 */
export function redisTls(
  files: TlsFiles | undefined,
  log: Logger,
): Pick<RedisOptions, "tls"> | undefined {
  if (files === undefined) return undefined;
  return { tls: connectOptions(openServerTls(files, "redis", log)) };
}
