import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import path from "node:path";
import { SERVICE_NAMES } from "@veil/crypto";
import { Redis } from "ioredis";
import type { Stack } from "../stack/stack.ts";
import { queryAs } from "./audit-log.ts";
import type { Sink } from "./search.ts";
import { waitingMessages } from "./waiting-messages.ts";

/**
 * Reads every place where values could leak, except the stack's files and responses to customers.
 */
export async function sinksOf(stack: Stack): Promise<Sink[]> {
  const { gatewayAdminUrl, auditAdminUrl } = stack.databases;
  return [
    ...processLogs(stack),
    ...(await operatorPages(stack)),
    ...(await databaseDump("gateway database", gatewayAdminUrl)),
    ...(await databaseDump("audit database", auditAdminUrl)),
    { name: "database log", text: await databaseLog(stack) },
    ...(await redisDump(stack.redisUrl)),
    ...(await brokerDump(stack)),
  ];
}

function processLogs(stack: Stack): Sink[] {
  return SERVICE_NAMES.map((service) => ({ name: `log of ${service}`, text: stack.logs(service) }));
}

async function operatorPages(stack: Stack): Promise<Sink[]> {
  const pages = ["/metrics", "/ready", "/health", "/invariant"];
  const sinks = SERVICE_NAMES.flatMap((service) =>
    pages.map(async (page) => {
      const response = await fetch(stack.opsUrl(service) + page);
      return { name: `${page} of ${service}`, text: await response.text() };
    }),
  );
  return Promise.all(sinks);
}

const TABLES = `select format('%I.%I', schemaname, tablename) as name from pg_tables
  where schemaname not in ('pg_catalog', 'information_schema')`;

async function databaseDump(name: string, url: string): Promise<Sink[]> {
  const tables = await queryAs<{ name: string }>(url, TABLES);
  return Promise.all(
    tables.map(async (table) => {
      const rows = await queryAs<{ row: string }>(
        url,
        `select t::text as row from ${table.name} t`,
      );
      const text = rows.map(({ row }) => row).join("\n");
      return { name: `${name}, ${table.name}`, text: `${text}\n${bytesIn(text)}` };
    }),
  );
}

function bytesIn(text: string): string {
  const found = [...text.matchAll(/\\x((?:[0-9a-f]{2})+)/g)];
  return found.map(([, hex = ""]) => Buffer.from(hex, "hex").toString("utf8")).join("\n");
}

async function databaseLog(stack: Stack): Promise<string> {
  if (stack.profile === "embedded") return stack.postgresLog();
  const text = "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid";
  const [server] = await queryAs<{ pid: string }>(stack.databases.gatewayAdminUrl, text);
  return readFileSync(readlinkSync(`/proc/${server?.pid}/fd/2`), "utf8");
}

async function redisDump(url: string | undefined): Promise<Sink[]> {
  if (url === undefined) return [];
  const redis = new Redis(url);
  try {
    const keys = await redis.keys("*");
    const values = await Promise.all(keys.map((key) => redisValue(redis, key)));
    return [{ name: "redis", text: [...keys, ...values].join("\n") }];
  } finally {
    redis.disconnect();
  }
}

/** Reads a value with the command for its type, because DUMP may compress it. */
async function redisValue(redis: Redis, key: string): Promise<string> {
  const read: Readonly<Record<string, () => Promise<unknown>>> = {
    string: () => redis.get(key),
    hash: () => redis.hgetall(key),
    list: () => redis.lrange(key, "0", "-1"),
    set: () => redis.smembers(key),
    zset: () => redis.zrange(key, "0", "-1"),
    stream: () => redis.xrange(key, "-", "+"),
  };
  return JSON.stringify((await read[await redis.type(key)]?.()) ?? null);
}

/** Reads waiting messages, which exist only while there is no consumer. */
async function brokerDump({ broker }: Stack): Promise<Sink[]> {
  if (broker === undefined) return [];
  return (await waitingMessages(broker)).map(({ queue, payload, properties }) => ({
    name: `broker, ${queue}`,
    text: `${payload}\n${JSON.stringify(properties)}`,
  }));
}

/** Searches the files of a stack: data files of the databases, logs and keys. */
export function findInFiles(folder: string, values: readonly string[]): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const bytes = readFileSync(file);
      const found = values.filter((value) => bytes.includes(value));
      return found.map((value) => `${value} in ${path.relative(folder, file)}`);
    });
}
