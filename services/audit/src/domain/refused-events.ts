import type { AuditEvent } from "@veil/contracts/audit";
import { canonicalJson, sealHpke, type TrustBundle } from "@veil/crypto";
import { canonicalEvent, RefusedEventError } from "./canonical-event.ts";

/**
 * `form`: the event violates the contract. `text`: it has no canonical text. `log`: the database
 * refuses it.
 */
export type RefusalReason = "form" | "text" | "log";

interface RefusedEvent {
  readonly event: unknown;
  readonly reason: RefusalReason;
}

/** A refused event, sealed to the gateway. */
export interface SealedRefusal {
  /** The id of the event; undefined when it is not a valid id. */
  readonly eventId: string | undefined;
  readonly reason: RefusalReason;
  readonly sealingKeyId: string;
  readonly box: Buffer;
}

interface SortedEvents {
  readonly sound: readonly AuditEvent[];
  readonly refused: readonly RefusedEvent[];
}

/**
 * Separates the events that can never be appended, as far as this can be decided without the
 * database.
 */
export function sortEvents(
  events: readonly unknown[],
  parse: (event: unknown) => AuditEvent,
): SortedEvents {
  const sound: AuditEvent[] = [];
  const refused: RefusedEvent[] = [];
  for (const event of events) {
    const judged = judge(event, parse);
    if (typeof judged === "string") refused.push({ event, reason: judged });
    else sound.push(judged);
  }
  return { sound, refused };
}

function judge(event: unknown, parse: (event: unknown) => AuditEvent): AuditEvent | RefusalReason {
  let parsed: AuditEvent;
  try {
    parsed = parse(event);
  } catch {
    return "form";
  }
  try {
    canonicalEvent(parsed);
    return parsed;
  } catch {
    return "text";
  }
}

/**
 * Appends all events except those that the log refuses, in order, and returns the refused ones.
 * @throws any other error of `append`; events that were already appended stay appended
 */
export async function appendSound(
  events: readonly AuditEvent[],
  append: (events: readonly AuditEvent[]) => Promise<void>,
): Promise<readonly AuditEvent[]> {
  if (events.length === 0) return [];
  try {
    await append(events);
    return [];
  } catch (error) {
    if (!(error instanceof RefusedEventError)) throw error;
    if (events.length === 1) return events;
    const middle = Math.ceil(events.length / 2);
    const first = await appendSound(events.slice(0, middle), append);
    return [...first, ...(await appendSound(events.slice(middle), append))];
  }
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * Seals a refused event. It may contain anything, so only the gateway, which wrote it, can open it.
 */
export function sealRefused({ event, reason }: RefusedEvent, trust: TrustBundle): SealedRefusal {
  const { keyId, key } = trust.sealingKey("edge-gateway");
  const eventId = idOf(event);
  const header = { event_id: eventId ?? null, reason, sealing_key_id: keyId };
  const box = sealHpke(key, Buffer.from(JSON.stringify(event)), {
    info: Buffer.from("veil/refused-event/v1"),
    aad: Buffer.from(canonicalJson(header)),
  });
  return { eventId, reason, sealingKeyId: keyId, box };
}

function idOf(event: unknown): string | undefined {
  const { event_id: id } = (event ?? {}) as { readonly event_id?: unknown };
  return typeof id === "string" && UUID.test(id) ? id.toLowerCase() : undefined;
}
