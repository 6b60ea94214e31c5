import type { Logger } from "@veil/service-kit/telemetry";
import { connectOptions, openServerTls, type TlsFiles } from "@veil/service-kit/tls";
import type { RedisOptions } from "ioredis";

/**
 * Options for a connection that `files` encrypt; none for a plain one. The client reads them each time it
 * connects.
 */
export function redisTls(
  files: TlsFiles | undefined,
  log: Logger,
): Pick<RedisOptions, "tls"> | undefined {
  if (files === undefined) return undefined;
  return { tls: connectOptions(openServerTls(files, "redis", log)) };
}
