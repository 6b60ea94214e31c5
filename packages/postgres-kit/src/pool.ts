import type { Logger } from "@veil/service-kit/telemetry";
import { Pool, type PoolClient, type QueryConfig, type QueryResult, types } from "pg";
import { connectionTarget } from "./connection-target.ts";
import { DatabaseError } from "./database-error.ts";
import { type Queryable, queryable } from "./queryable.ts";

export interface PoolOptions {
  readonly url: string;
  /** Default 10. */
  readonly max?: number;
  readonly log: Logger;
  readonly applicationName: string;
  /** The wait for a connection. Default 2 000. */
  readonly connectTimeoutMs?: number;
  /** Default 10 000. */
  readonly statementTimeoutMs?: number;
  /** Default true. False does not wait for the disk (`synchronous_commit = off`): for work that may be repeated. */
  readonly durable?: boolean;
  /** Default 5 000. */
  readonly lockTimeoutMs?: number;
}

export interface Database extends Queryable {
  /** `work` must use `tx` only; its error rolls back and is thrown again. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

// The server's own time-out ends first if it answers at all.
const CLIENT_TIMEOUT_MARGIN_MS = 2_000;

export function createPool(options: PoolOptions): Database {
  const { log } = options;
  const pool = new Pool(poolConfig(options));
  const report = (error: unknown) => log.warn("database_connection_lost", { error });
  pool.on("error", report);
  // Nothing else listens when a connection breaks between two statements of a transaction.
  pool.on("connect", (client) => void client.on("error", () => undefined));

  return {
    ...queryable({ query: (statement) => runOnAny(pool, statement) }),
    async transaction(work) {
      const client = await connect(pool);
      const tx = queryable(client);
      try {
        await tx.query("begin");
        const result = await work(tx);
        await tx.query("commit");
        client.release();
        return result;
      } catch (error) {
        await rollBack(client, error);
        throw error;
      }
    },
    close: () => pool.end(),
  };
}

function poolConfig(options: PoolOptions) {
  const { url, max = 10, applicationName, log } = options;
  const { connectTimeoutMs = 2_000, statementTimeoutMs = 10_000, lockTimeoutMs = 5_000 } = options;
  return {
    ...connectionTarget(url, log),
    max,
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + CLIENT_TIMEOUT_MARGIN_MS,
    keepAlive: true,
    // Disables JIT: the server compiles a statement whose cost it estimates as high, which takes
    // longer than any of ours.
    options: `-c jit=off${options.durable === false ? " -c synchronous_commit=off" : ""}`,
    types: { getTypeParser },
  };
}

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (cause) {
    throw new DatabaseError(cause, { sent: false });
  }
}

/** Unlike `pool.query`, distinguishes a failed connection from a lost answer. */
async function runOnAny(pool: Pool, statement: QueryConfig): Promise<QueryResult> {
  const client = await connect(pool);
  try {
    const result = await client.query(statement);
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** The server rolls back when its connection closes. */
async function rollBack(client: PoolClient, reason: unknown): Promise<void> {
  if (reason instanceof DatabaseError && reason.kind === "unavailable") return client.release(true);
  try {
    await client.query("rollback");
    client.release();
  } catch {
    client.release(true);
  }
}

const { INT8, DATE } = types.builtins;

function getTypeParser(oid: number, format?: "text" | "binary"): (value: string) => unknown {
  if (format === "binary") return types.getTypeParser(oid, "binary") as (value: string) => unknown;
  if (oid === INT8) return safeInteger;
  if (oid === DATE) return (value) => value;
  return types.getTypeParser(oid, "text");
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError("A bigint does not fit a number");
  return value;
}
