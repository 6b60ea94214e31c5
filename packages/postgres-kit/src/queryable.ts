import type { QueryConfig } from "pg";
import { DatabaseError } from "./database-error.ts";

export interface StatementOptions {
  /** The name of a prepared statement, which each connection prepares once. */
  readonly name?: string;
}

/**
 * Runs statements. `bigint` is returned as a number (an error above 2^53), `timestamptz` as a Date,
 * `date` as text. Every method throws only `DatabaseError`s.
 */
export interface Queryable {
  query<Row>(text: string, values?: readonly unknown[], options?: StatementOptions): Promise<Row[]>;
  optional<Row>(
    text: string,
    values?: readonly unknown[],
    options?: StatementOptions,
  ): Promise<Row | undefined>;
  execute(text: string, values?: readonly unknown[], options?: StatementOptions): Promise<number>;
}

interface Driver {
  query(config: QueryConfig): Promise<{ rows: unknown[]; rowCount: number | null }>;
}

export function queryable(driver: Driver): Queryable {
  async function run(text: string, values: readonly unknown[] = [], options?: StatementOptions) {
    try {
      const result = await driver.query({ text, values: [...values], ...options });
      const { rows, rowCount } = result;
      // V8 often places the driver's objects among the old ones. They would keep the rows in memory
      // until a full garbage collection, although they are not used any more.
      result.rows = [];
      return { rows, rowCount };
    } catch (cause) {
      throw cause instanceof DatabaseError ? cause : new DatabaseError(cause);
    }
  }
  return {
    query: async <Row>(text: string, values?: readonly unknown[], options?: StatementOptions) =>
      (await run(text, values, options)).rows as Row[],
    optional: async <Row>(text: string, values?: readonly unknown[], options?: StatementOptions) =>
      (await run(text, values, options)).rows[0] as Row | undefined,
    execute: async (text, values, options) => (await run(text, values, options)).rowCount ?? 0,
  };
}
