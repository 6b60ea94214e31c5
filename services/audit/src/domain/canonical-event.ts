import { type AuditEvent, LoggedEvent } from "@veil/contracts/audit";
import { checkedJson } from "@veil/contracts/parsing";
import { canonicalJson } from "@veil/crypto";

/** Thrown for an event that the log can never store. */
export class RefusedEventError extends Error {
  override readonly name = "RefusedEventError";
}

/** The columns that are stored next to an event's text, formatted for comparison. */
export interface EventColumns {
  readonly event_id: string;
  /** The time in UTC with microseconds, such as `2026-01-31T12:00:00.000000Z`. */
  readonly occurred_at: string;
  readonly event_type: string;
  readonly actor: string;
  readonly scope: string;
  /** The subject; null in version 1. */
  readonly subject: string | null;
  readonly request_id: string | null;
  readonly payload: Readonly<Record<string, string>>;
}

/**
 * Returns the text of an entry that is hashed and stored: canonical JSON (RFC 8785) with times in
 * UTC with milliseconds. The text of an entry with preceding events contains `version` 3, that of
 * another entry with a subject `version` 2. Version 1 contains no version.
 * @throws RefusedEventError
 */
export function canonicalEvent(entry: AuditEvent | LoggedEvent): string {
  try {
    const version = versionOf(entry);
    return canonicalJson({
      ...canonicalTimes(entry),
      ...(version !== undefined && { version }),
      ...(entry.preceded_by && { preceded_by: entry.preceded_by.map(canonicalTimes) }),
    });
  } catch (cause) {
    throw new RefusedEventError("An event has no canonical text", { cause });
  }
}

function versionOf({ subject, preceded_by }: AuditEvent | LoggedEvent): 2 | 3 | undefined {
  if (preceded_by !== undefined) return 3;
  return subject === undefined ? undefined : 2;
}

function canonicalTimes<Event extends Pick<LoggedEvent, "event_id" | "occurred_at" | "payload">>(
  event: Event,
): Event {
  // PostgreSQL's jsonb cannot store U+0000.
  if (Object.values(event.payload).some((value) => value?.includes("\u0000")))
    throw new TypeError("U+0000");
  const occurred_at = new Date(event.occurred_at).toISOString();
  return { ...event, event_id: event.event_id.toLowerCase(), occurred_at };
}

const parseLogged = checkedJson(LoggedEvent);

/**
 * Returns the columns derived from this text.
 * @throws Error when the text is not a canonical event
 */
export function columnsOf(canonical: string): EventColumns {
  const event = parseLogged(canonical);
  if (event.version !== versionOf(event)) throw new Error("The text has another version");
  if (canonicalEvent(event) !== canonical) throw new Error("The text is not canonical");
  return {
    event_id: event.event_id,
    occurred_at: event.occurred_at.replace("Z", "000Z"),
    event_type: event.event_type,
    actor: event.actor,
    scope: event.scope,
    subject: event.subject ?? null,
    request_id: event.request_id ?? null,
    payload: event.payload,
  };
}
