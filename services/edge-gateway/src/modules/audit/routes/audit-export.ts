import type { QueriedEvent } from "@veil/contracts/audit-query";
import type { Clock } from "@veil/contracts/clock";
import { checkedQuery } from "@veil/contracts/parsing";
import {
  type AuditEntry,
  AuditExportQuery,
  type AuditExportResponse,
  DEFAULT_EXPORT_DAYS,
} from "@veil/contracts/public/audit";
import type { Tier } from "@veil/contracts/public/registration";
import type { RequestHandler, Response } from "express";
import type { ReadTrail, Trail } from "../domain/trail.ts";

export interface AuditExportDeps {
  readonly readTrail: ReadTrail;
  /**
   * Returns the authenticated customer of the request. It is injected because this module does not
   * know accounts.
   */
  readonly customerOf: (res: Response) => ExportedCustomer;
  readonly nowMs: Clock;
}

interface ExportedCustomer {
  readonly customerId: string;
  readonly tier: Tier;
  readonly subject: string;
}

const parse = checkedQuery(AuditExportQuery);

/**
 * Handles `GET /api/v1/audit/export`, which returns the customer's newest events in the window, in
 * order of time.
 */
export function exportAudit({ readTrail, customerOf, nowMs }: AuditExportDeps): RequestHandler {
  return async function handleExportAudit(req, res) {
    const { days = DEFAULT_EXPORT_DAYS, type } = parse(req.query);
    const { customerId: customer_id, tier, subject: owner } = customerOf(res);
    const window = exportWindow(days, nowMs());
    const trail = await readTrail({ by: "subject", owner, ...window, type });
    const body: AuditExportResponse = auditExport({ customer_id, tier, window, trail });
    res.set("X-Veil-Audit-Source", trail.source).json(body);
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;

interface ExportWindow {
  readonly since: Date;
  readonly until: Date;
}

/** Returns the window. It begins at the start (UTC) of the day `days` days ago. */
function exportWindow(days: number, nowMs: number): ExportWindow {
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS;
  return { since: new Date(today - days * DAY_MS), until: new Date(nowMs) };
}

interface Exporting extends Pick<AuditExportResponse, "customer_id" | "tier"> {
  readonly window: ExportWindow;
  readonly trail: Pick<Trail, "events">;
}

function auditExport({ window, trail, ...customer }: Exporting): AuditExportResponse {
  const events = trail.events.map(toEntry).reverse();
  const period = `${dayOf(window.since)} to ${dayOf(window.until)}`;
  return { ...customer, period, events, total_events: events.length };
}

function toEntry({
  occurred_at,
  event_type,
  actor,
  request_id,
  payload,
}: QueriedEvent): AuditEntry {
  return {
    ...{ timestamp: occurred_at, event_type, actor, details: JSON.stringify(payload) },
    ...(request_id !== undefined && { request_id }),
  };
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
