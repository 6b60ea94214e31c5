import { Client } from "pg";
import { connectionTarget } from "./connection-target.ts";
import { type Queryable, queryable } from "./queryable.ts";

/** Runs `work` with a connection that is closed afterwards. @throws DatabaseError */
export async function withConnection<T>(
  url: string,
  work: (connection: Queryable) => Promise<T>,
): Promise<T> {
  const client = new Client({ ...connectionTarget(url), connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  const connection = queryable({
    // Opens the connection on first use, so that a failure becomes a DatabaseError.
    query: async (config) => {
      await opened();
      return client.query(config);
    },
  });
  let opening: Promise<unknown> | undefined;
  function opened() {
    opening ??= client.connect();
    return opening;
  }
  try {
    return await work(connection);
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function takeAdvisoryLock(connection: Queryable, key: number): Promise<void> {
  await connection.query("set lock_timeout = '60s'");
  await connection.query("select pg_advisory_lock($1)", [key]);
}
