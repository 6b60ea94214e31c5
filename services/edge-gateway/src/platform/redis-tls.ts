import type { Logger } from "@veil/service-kit/telemetry";
import { connectOptions, openServerTls, type TlsFiles } from "@veil/service-kit/tls";
import type { RedisOptions } from "ioredis";

/** Options to encrypt a connection with `files`, if any. The client reads them at each connect. */
export function redisTls(
  files: TlsFiles | undefined,
  log: Logger,
): Pick<RedisOptions, "tls"> | undefined {
  if (files === undefined) return undefined;
  return { tls: connectOptions(openServerTls(files, "redis", log)) };
}
