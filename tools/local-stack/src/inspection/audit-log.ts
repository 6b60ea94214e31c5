import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { eventsIn } from "@veil/contracts/audit";
import { Client } from "pg";
import { mainModule } from "../repository-root.ts";
import type { Stack } from "../stack/stack.ts";

export interface AuditRow {
  readonly event_type: string;
  readonly actor: string;
  readonly scope: string;
  readonly request_id: string | null;
  readonly payload: Readonly<Record<string, string>>;
}

export async function queryAs<Row>(url: string, text: string, values: readonly unknown[] = []) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows as Row[];
  } finally {
    await client.end();
  }
}

/** Returns the events of a request, also those that precede the event of an entry. */
export async function eventsOf(stack: Stack, requestId: string): Promise<AuditRow[]> {
  return await eventsWhere(stack, "request_id = $1", [requestId]);
}

/** Returns the events of the entries that fulfill an SQL condition. */
export async function eventsWhere(
  { databases }: Stack,
  condition: string,
  values: readonly string[],
): Promise<AuditRow[]> {
  const text = `select event_type, actor, scope, request_id, payload,
    canonical::jsonb -> 'preceded_by' as preceded_by from audit.events
    where ${condition} order by seq`;
  const rows = await queryAs<AuditRow & { preceded_by: AuditRow[] | null }>(
    databases.auditAdminUrl,
    text,
    values,
  );
  return rows.flatMap(({ preceded_by, ...own }) =>
    eventsIn({ ...own, preceded_by: preceded_by ?? [] }),
  );
}

/**
 * Returns the events of a call. Omits the events of its certificate, which arrive at an unrelated
 * time.
 */
export async function callEventsOf(stack: Stack, requestId: string): Promise<AuditRow[]> {
  return (await eventsOf(stack, requestId)).filter(isOfCall);
}

export function isOfCall({ event_type }: { readonly event_type: string }): boolean {
  return !event_type.startsWith("VEIL_CERTIFICATE_");
}

export async function eventsWith(stack: Stack, key: string, value: string): Promise<AuditRow[]> {
  const rows = await eventsWhere(stack, "canonical like '%' || $1 || '%'", [value]);
  return rows.filter(({ payload }) => payload[key] === value);
}

const AUDIT_MAIN = mainModule("services/audit");

/**
 * Runs the audit service's command `verify`. @returns its output. @throws when the chain is broken
 */
export async function verifyAuditChain(stack: Stack): Promise<string> {
  const env = { AUDIT_DATABASE_URL: stack.databases.auditAdminUrl };
  const { stdout } = await promisify(execFile)(process.execPath, [AUDIT_MAIN, "verify"], { env });
  return stdout.trim();
}
