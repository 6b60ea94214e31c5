import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import type { Stack } from "../stack/stack.ts";

const COUNTS = `
select event_type as type, count(*)::int as count from audit.events
where seq > $1 group by 1 order by 1`;
const ARRIVAL_MS = 60_000;

export async function newestEvent({ databases }: Stack): Promise<number> {
  return withClient(databases.auditAdminUrl, async (client) => {
    const sql = "select coalesce(max(seq), 0)::int as seq from audit.events";
    const { rows } = await client.query<{ seq: number }>(sql);
    return rows[0]?.seq ?? 0;
  });
}

/** Waits at most a minute, because events arrive later than the answers. */
export async function eventsSince(
  { databases }: Stack,
  after: number,
  { type, expected }: { readonly type: string; readonly expected: number },
): Promise<ReadonlyMap<string, number>> {
  return withClient(databases.auditAdminUrl, async (client) => {
    const deadline = Date.now() + ARRIVAL_MS;
    for (;;) {
      const { rows } = await client.query<{ type: string; count: number }>(COUNTS, [after]);
      const counts = new Map(rows.map((row) => [row.type, row.count]));
      if ((counts.get(type) ?? 0) >= expected || Date.now() > deadline) return counts;
      await sleep(50);
    }
  });
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}
