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

const VERSION_WITH_SUBJECT = 2;

/**
 * Returns the text of an event that is hashed and stored: canonical JSON (RFC 8785) with the time
 * in UTC with milliseconds. The text of an event with a subject contains `version` 2. An event
 * without a subject has version 1, whose text contains no version.
 * @throws RefusedEventError
 */
export function canonicalEvent(event: AuditEvent | LoggedEvent): string {
  try {
    // PostgreSQL's jsonb cannot store U+0000.
    if (Object.values(event.payload).some((value) => value?.includes("\u0000")))
      throw new TypeError("U+0000");
    const occurred_at = new Date(event.occurred_at).toISOString();
    return canonicalJson({
      ...event,
      ...(event.subject !== undefined && { version: VERSION_WITH_SUBJECT }),
      event_id: event.event_id.toLowerCase(),
      occurred_at,
    });
  } catch (cause) {
    throw new RefusedEventError("An event has no canonical text", { cause });
  }
}

const parseLogged = checkedJson(LoggedEvent);

/**
 * Returns the columns derived from this text.
 * @throws Error when the text is not a canonical event
 */
export function columnsOf(canonical: string): EventColumns {
  const event = parseLogged(canonical);
  if (event.version !== undefined && event.subject === undefined)
    throw new Error("Version 2 has a subject");
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
