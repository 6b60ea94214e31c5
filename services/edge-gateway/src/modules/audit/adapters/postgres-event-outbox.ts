import type { AuditEvent } from "@veil/contracts/audit";
import type { Database } from "@veil/postgres-kit";
import type { EventOutbox } from "../ports.ts";

const OLDEST = `
select event_id, event from event_outbox where refused_at is null
order by created_at limit $1 for update skip locked`;
const FORGET = "delete from event_outbox where event_id = any($1)";
const SET_ASIDE = "update event_outbox set refused_at = now() where event_id = any($1)";

export function createPostgresEventOutbox(database: Database): EventOutbox {
  return {
    drain: (limit, send) =>
      database.transaction(async (tx) => {
        const rows = await tx.query<{ event_id: string; event: AuditEvent }>(OLDEST, [limit]);
        if (rows.length === 0) return { sent: 0, verdict: "taken" };
        const verdict = await send(rows.map(({ event }) => event));
        const ids = rows.map(({ event_id }) => event_id);
        if (verdict === "taken") await tx.execute(FORGET, [ids]);
        else if (rows.length === 1) await tx.execute(SET_ASIDE, [ids]);
        return { sent: rows.length, verdict };
      }),
  };
}
