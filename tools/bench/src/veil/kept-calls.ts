import type pg from "pg";

/**
 * Keeps the rows that the gateway wrote for ended calls, so that it can certify them repeatedly.
 */
const KEEP = `
create schema veil_bench;
create table veil_bench.kept (like public.certificates);
create function veil_bench.keep() returns trigger language plpgsql security definer as $$
begin
  insert into veil_bench.kept select new.*;
  return null;
end $$;
create trigger keep after insert on public.certificates
  for each row execute function veil_bench.keep()`;

const STOP_KEEPING = "drop trigger keep on public.certificates";
const COUNT = "select count(*)::integer as count from veil_bench.kept";

const REMOVE = `
delete from public.certificates using veil_bench.kept
where certificates.request_id = kept.request_id`;
const PUT_BACK = "insert into public.certificates select * from veil_bench.kept";

const ISSUED = `
select count(*)::integer as count from public.certificates
join veil_bench.kept using (request_id) where certificates.batch_id is not null`;
/** Selects calls in an order that mixes the batches in which they were certified. */
const REQUESTS = "select request_id from veil_bench.kept order by md5(request_id) limit $1";

export async function keepCalls(database: pg.Client): Promise<void> {
  await database.query(KEEP);
}

export async function stopKeeping(database: pg.Client): Promise<number> {
  await database.query(STOP_KEEPING);
  return await keptCalls(database);
}

export async function keptCalls(database: pg.Client): Promise<number> {
  return await countOf(database, COUNT);
}

export async function removeKept(database: pg.Client): Promise<void> {
  await database.query(REMOVE);
  await database.query("vacuum analyze public.certificates");
  await database.query("checkpoint");
}

/** Makes the gateway certify all kept calls once more, as if they had just ended. */
export async function putBack(database: pg.Client): Promise<void> {
  await database.query(PUT_BACK);
}

export async function issuedOfKept(database: pg.Client): Promise<number> {
  return await countOf(database, ISSUED);
}

async function countOf(database: pg.Client, statement: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(statement);
  return rows[0]?.count ?? 0;
}

export async function requestIdsOfKept(database: pg.Client, limit: number): Promise<string[]> {
  const { rows } = await database.query<{ request_id: string }>(REQUESTS, [limit]);
  return rows.map(({ request_id }) => request_id);
}
