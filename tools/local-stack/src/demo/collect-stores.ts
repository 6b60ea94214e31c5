import { SERVICE_NAMES } from "@veil/crypto";
import { Client } from "pg";
import type { Stack } from "../stack/stack.ts";

const TABLES = `
select format('%I.%I', schemaname, tablename) as name from pg_tables
where schemaname not in ('pg_catalog', 'information_schema') order by 1`;

export async function collectStores(stack: Stack): Promise<Map<string, string>> {
  const { gatewayAdminUrl, auditAdminUrl } = stack.databases;
  const stores = new Map<string, string>();
  stores.set("the gateway's database", await dump(gatewayAdminUrl));
  stores.set("the audit log's database", await dump(auditAdminUrl));
  stores.set("the log of PostgreSQL", stack.postgresLog());
  for (const service of SERVICE_NAMES) stores.set(`the log of ${service}`, stack.logs(service));
  return stores;
}

async function dump(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(TABLES);
    const dumps: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ line: string }>(
        `select t::text as line from ${name} t`,
      );
      dumps.push(name, ...rows.map(({ line }) => line));
    }
    return dumps.join("\n");
  } finally {
    await client.end();
  }
}
