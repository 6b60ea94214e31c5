import { Client } from "pg";

export interface Moment {
  readonly time: string;
  /** The hash of the rows of each table. */
  readonly tables: readonly { readonly name: string; readonly rows: string | null }[];
  /** The events that the gateway has not handed over. */
  readonly waiting: readonly string[];
  /** The jobs in the outbox of the gateway, which publishes them again. */
  readonly jobs: readonly string[];
}

const NOW = `
select clock_timestamp()::text as time,
  (select array_agg(event_id::text) from event_outbox) as waiting,
  (select array_agg(job_id) from job_outbox) as jobs`;

/**
 * Returns the gateway's rows and the time, if an event and a job wait in its outboxes. While the
 * locks are held, no transaction can change a table, so these are the rows of exactly that time.
 */
export async function takeMoment(url: string): Promise<Moment | undefined> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const names = await tablesOf(client);
    await client.query("begin");
    // Without waiting, because a deadlock would end a transaction of the gateway.
    await client.query(`lock table ${names.join(", ")} in share mode nowait`);
    const tables = await rowsOf(client, names);
    const { rows } =
      await client.query<{ [Name in keyof Omit<Moment, "tables">]: Moment[Name] | null }>(NOW);
    const { time, waiting, jobs } = rows[0] ?? {};
    return time && waiting && jobs ? { time, tables, waiting, jobs } : undefined;
  } catch (error) {
    if ((error as { code?: string }).code === "55P03") return undefined;
    throw error;
  } finally {
    await client.end();
  }
}

async function tablesOf(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  return rows.map(({ name }) => name);
}

export async function rowsOf(client: Client, names: readonly string[]): Promise<Moment["tables"]> {
  const tables: { name: string; rows: string | null }[] = [];
  for (const name of names) {
    const text = `select md5(string_agg(t::text, ',' order by t::text)) as rows from ${name} t`;
    const { rows } = await client.query<{ rows: string | null }>(text);
    tables.push({ name, rows: rows[0]?.rows ?? null });
  }
  return tables;
}
