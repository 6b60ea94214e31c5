import type { Logger } from "@veil/service-kit/telemetry";
import { Pool, type PoolClient, type QueryConfig, type QueryResult, types } from "pg";
import { connectionTarget } from "./connection-target.ts";
import { DatabaseError } from "./database-error.ts";
import { type Queryable, queryable } from "./queryable.ts";

export interface PoolOptions {
  readonly url: string;
  /** The maximum number of connections. Defaults to 10. */
  readonly max?: number;
  readonly log: Logger;
  readonly applicationName: string;
  /** How long to wait for a connection. Defaults to 2 000. */
  readonly connectTimeoutMs?: number;
  /** Defaults to 10 000. */
  readonly statementTimeoutMs?: number;
  /**
   * Whether a commit waits for the disk. Defaults to true. False sets `synchronous_commit = off`;
   * use it only for work that can be repeated.
   */
  readonly durable?: boolean;
  /** Defaults to 5 000. */
  readonly lockTimeoutMs?: number;
}

export interface Database extends Queryable {
  /**
   * Runs `work` in a transaction. `work` must use only `tx`. If it throws, the transaction is
   * rolled back and the error is rethrown.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

// The client's time-out is longer than the server's, so it applies only if the server does not
// respond at all.
const CLIENT_TIMEOUT_MARGIN_MS = 2_000;

export function createPool(options: PoolOptions): Database {
  const { log } = options;
  const pool = new Pool(poolConfig(options));
  const report = (error: unknown) => log.warn("database_connection_lost", { error });
  pool.on("error", report);
  // Without this listener, a connection that breaks between two statements of a transaction would
  // crash the process.
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
    // Disables JIT compilation, which the server uses for statements that it estimates as
    // expensive. Compiling takes longer than any of our statements.
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

/**
 * Runs a statement. Unlike `pool.query`, it distinguishes a failed connection from a lost response.
 */
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

/**
 * Rolls back a transaction. If the database is unavailable, it closes the connection, and the
 * server then rolls back.
 */
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
