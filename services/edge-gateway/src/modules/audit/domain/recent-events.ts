import { type AuditEvent, eventsIn } from "@veil/contracts/audit";

/** An event that stands alone. */
export type RecentEvent = Omit<AuditEvent, "preceded_by">;

/** The last events of this replica, kept in memory for outages of the audit service. */
export interface RecentEvents {
  add(entries: readonly AuditEvent[]): void;
  /** Returns the events customer by customer, in the order in which they were added. */
  find(matches: (event: RecentEvent) => boolean): readonly RecentEvent[];
}

interface Bounds {
  readonly ofOneCustomer: number;
  readonly ofAll: number;
}

const BOUNDS: Bounds = { ofOneCustomer: 1_000, ofAll: 10_000 };

/**
 * Creates the buffer. If a customer has too many events, the customer's oldest events are dropped.
 * If there are too many in total, all events of the customer whose last event is the oldest are
 * dropped. Events without a subject count for their organization.
 */
export function createRecentEvents({ ofOneCustomer, ofAll } = BOUNDS): RecentEvents {
  const customers = new Map<string, Map<string, RecentEvent>>();
  let count = 0;

  function add(event: RecentEvent): void {
    const customer = event.subject ?? event.scope;
    const events = customers.get(customer) ?? new Map<string, RecentEvent>();
    if (events.has(event.event_id)) return;
    events.set(event.event_id, event);
    count += 1;
    // A map keeps the order of insertion, so this makes the customer the last one.
    customers.delete(customer);
    customers.set(customer, events);
    if (events.size > ofOneCustomer) dropFirst(events);
    while (count > ofAll) dropFirstCustomer();
  }

  function dropFirst(events: Map<string, RecentEvent>): void {
    for (const id of events.keys()) {
      events.delete(id);
      count -= 1;
      return;
    }
  }

  function dropFirstCustomer(): void {
    for (const [customer, events] of customers) {
      customers.delete(customer);
      count -= events.size;
      return;
    }
  }

  return {
    add(entries) {
      for (const event of entries.flatMap((entry) => eventsIn(entry))) add(event);
    },
    find: (matches) =>
      [...customers.values()].flatMap((events) => [...events.values()].filter(matches)),
  };
}
