import type { QueriedEvent } from "@veil/contracts/audit-query";
import { type AuditSource, MAX_TRAIL_EVENTS } from "@veil/contracts/public/audit";
import type { AuditLog, TrailQuery } from "../ports.ts";
import type { RecentEvent, RecentEvents } from "./recent-events.ts";

interface TrailDeps {
  readonly log: AuditLog;
  readonly recent: Pick<RecentEvents, "find">;
}

export interface Trail {
  /** The events, newest first. */
  readonly events: readonly QueriedEvent[];
  readonly source: AuditSource;
  /** Whether older events of the window may be missing. */
  readonly clipped: boolean;
}

export type ReadTrail = (query: TrailQuery) => Promise<Trail>;

/**
 * Creates the reader of audit events. It returns the newest events of the log, and those in this
 * replica's memory that the log does not have yet. If the log cannot be read, it returns only the
 * events in memory, which may be incomplete.
 */
export function createReadTrail({ log, recent }: TrailDeps): ReadTrail {
  return async function readTrail(query) {
    const logged = await log.newest(query, MAX_TRAIL_EVENTS);
    const remembered = recent
      .find((event) => matches(event, query))
      .map(shown)
      .reverse();
    if (logged === undefined) {
      const source = remembered.length === 0 ? "none" : "memory_buffer";
      return { events: newestOf(remembered), source, clipped: true };
    }
    const added = missingIn(logged, remembered);
    const events = newestOf([...added, ...logged]);
    return {
      events,
      source: added.length === 0 ? "audit_service" : "audit_service+memory_buffer",
      clipped: events.length === MAX_TRAIL_EVENTS,
    };
  };
}

function matches(event: RecentEvent, { by, owner, since, until, type }: TrailQuery): boolean {
  if (event[by] !== owner) return false;
  const at = Date.parse(event.occurred_at);
  return (
    at >= since.getTime() &&
    at <= until.getTime() &&
    (type === undefined || event.event_type === type)
  );
}

function shown({ scope: _scope, subject: _subject, ...event }: RecentEvent): QueriedEvent {
  const payload = Object.entries(event.payload).filter(([, value]) => value !== undefined);
  return { ...event, payload: Object.fromEntries(payload) as QueriedEvent["payload"] };
}

/**
 * Returns the buffered events that the log does not have. If the log returned the maximum number
 * of events, buffered events older than all of these are left out, because the log may have them.
 */
function missingIn(
  logged: readonly QueriedEvent[],
  remembered: readonly QueriedEvent[],
): readonly QueriedEvent[] {
  const known = new Set(logged.map(({ event_id }) => event_id));
  const oldest = logged.length < MAX_TRAIL_EVENTS ? undefined : logged.at(-1);
  const sinceMs = oldest === undefined ? Number.NEGATIVE_INFINITY : timeOf(oldest);
  return remembered.filter((event) => !known.has(event.event_id) && timeOf(event) >= sinceMs);
}

function newestOf(events: readonly QueriedEvent[]): readonly QueriedEvent[] {
  return [...events].sort((a, b) => timeOf(b) - timeOf(a)).slice(0, MAX_TRAIL_EVENTS);
}

function timeOf({ occurred_at }: QueriedEvent): number {
  return Date.parse(occurred_at);
}
