import { connectOptions, openServerTls, type TlsFiles } from "@veil/service-kit/tls";
import { Redis, type RedisOptions } from "ioredis";

export interface RedisDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/**
 * A key that marks a database as taken. Without it, another stack could take a database that has no
 * keys yet.
 */
const MARK = "veil-stack";
const MARK_SECONDS = 3_600;
const NUMBERS = Array.from({ length: 15 }, (_, index) => 15 - index);

/**
 * Takes the empty database with the highest number, so that other programs' keys are not touched.
 * @throws Error when the server cannot be reached or no database is empty
 */
export async function takeRedisDatabase(serverUrl: string, tls?: TlsFiles): Promise<RedisDatabase> {
  for (const number of NUMBERS) {
    const url = new URL(serverUrl);
    url.pathname = `/${number}`;
    if (!(await withRedis(url.href, tls, take))) continue;
    return {
      url: url.href,
      drop: () => withRedis(url.href, tls, async (redis) => void (await redis.flushdb())),
    };
  }
  throw new Error("Every database of the Redis server contains keys");
}

async function take(redis: Redis): Promise<boolean> {
  if ((await redis.dbsize()) > 0) return false;
  return (await redis.set(MARK, "taken", "EX", MARK_SECONDS, "NX")) === "OK";
}

function redisTls(tls: TlsFiles | undefined): Pick<RedisOptions, "tls"> | undefined {
  return tls && { tls: connectOptions(openServerTls(tls, "redis")) };
}

export async function withRedis<T>(
  url: string,
  tls: TlsFiles | undefined,
  work: (redis: Redis) => Promise<T>,
): Promise<T> {
  const redis = new Redis(url, {
    ...redisTls(tls),
    lazyConnect: true,
    retryStrategy: () => null,
  });
  redis.on("error", () => undefined);
  try {
    await redis.connect();
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}
