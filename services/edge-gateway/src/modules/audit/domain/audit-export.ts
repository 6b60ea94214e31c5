import type { QueriedEvent } from "@veil/contracts/audit-query";
import type { AuditEntry, AuditExportResponse } from "@veil/contracts/public/audit";
import type { Trail } from "./trail.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export interface ExportWindow {
  readonly since: Date;
  readonly until: Date;
}

/** Begins at the start (UTC) of the day `days` days ago, so that the period has whole days. */
export function exportWindow(days: number, nowMs: number): ExportWindow {
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS;
  return { since: new Date(today - days * DAY_MS), until: new Date(nowMs) };
}

interface Exporting extends Pick<AuditExportResponse, "customer_id" | "tier"> {
  readonly window: ExportWindow;
  readonly trail: Pick<Trail, "events">;
}

export function auditExport({ window, trail, ...customer }: Exporting): AuditExportResponse {
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
