import {
  AuditQueryResponse,
  type EventPlace,
  MAX_QUERIED_EVENTS,
  type QueriedEvent,
} from "@veil/contracts/audit-query";
import { checked } from "@veil/contracts/parsing";
import { ServiceCallError, type ServiceClient } from "@veil/service-kit/http";
import type { Logger } from "@veil/service-kit/telemetry";
import type { AuditLog, TrailQuery } from "../ports.ts";

interface HttpAuditLogOptions {
  readonly client: Pick<ServiceClient, "call">;
  readonly log: Logger;
}

const TIMEOUT_MS = 2_000;
const parse = checked(AuditQueryResponse);

export function createHttpAuditLog({ client, log }: HttpAuditLogOptions): AuditLog {
  async function read(query: TrailQuery, max: number): Promise<readonly QueriedEvent[]> {
    const found: QueriedEvent[] = [];
    let before: EventPlace | undefined;
    do {
      const limit = Math.min(MAX_QUERIED_EVENTS, max - found.length);
      const body = { ...bodyOf(query), limit, ...(before && { before }) };
      const page = await client.call({
        path: "/events/query",
        body,
        timeoutMs: TIMEOUT_MS,
        parse: (answer) => parse(answer),
      });
      found.push(...page.events);
      before = page.next;
    } while (before !== undefined && found.length < max);
    return found;
  }

  return {
    async newest(query, max) {
      try {
        return await read(query, max);
      } catch (error) {
        if (!(error instanceof ServiceCallError)) throw error;
        log.warn("audit_log_not_read", { error });
        return undefined;
      }
    },
  };
}

function bodyOf({ by, owner, since, until, type }: TrailQuery) {
  return {
    ...{ by, owner },
    since: since.toISOString(),
    until: until.toISOString(),
    ...(type !== undefined && { event_type: type }),
  };
}
