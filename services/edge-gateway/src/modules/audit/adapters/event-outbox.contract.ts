import { beforeEach, describe, expect, test } from "@jest/globals";
import type { AuditEvent } from "@veil/contracts/audit";
import { testEvent } from "../../../../test/support/admission.ts";
import type { EventOutbox } from "../ports.ts";

interface EventOutboxCase {
  readonly outbox: EventOutbox;
  add(events: readonly AuditEvent[]): Promise<void>;
  count(): Promise<number>;
}

const LEASE_MS = 60_000;

export function describeEventOutbox(name: string, open: () => Promise<EventOutboxCase>): void {
  describe(`${name} fulfills the duties of the events' outbox`, () => {
    let opened: EventOutboxCase;
    let outbox: EventOutbox;
    beforeEach(async () => {
      opened = await open();
      outbox = opened.outbox;
    });
    const added = async (length: number) => {
      const events = Array.from({ length }, () => testEvent());
      await opened.add(events);
      return events;
    };
    const idsOf = (events: readonly AuditEvent[]) => events.map(({ event_id }) => event_id);

    test("The oldest events are leased first, no more than requested", async () => {
      const [first, second, third] = await added(3);
      expect(await outbox.lease(2, LEASE_MS)).toEqual([first, second]);
      expect(await outbox.lease(2, LEASE_MS)).toEqual([third]);
    });

    test("When many callers add events at the same time, then all are stored and leased", async () => {
      const calls = Array.from({ length: 200 }, () => [testEvent(), testEvent()]);
      await Promise.all(calls.map((events) => outbox.add(events)));
      const stored = await outbox.waiting(1_000);
      expect(idsOf(stored).sort()).toEqual(idsOf(calls.flat()).sort());
      expect(await outbox.lease(1_000, LEASE_MS)).toEqual([]);
    });

    test("An event that is added twice is stored once, and new events added with it are stored", async () => {
      const [first, second] = [testEvent(), testEvent()];
      await outbox.add([first]);
      await outbox.add([first, second]);
      expect(idsOf(await outbox.waiting(3)).sort()).toEqual(idsOf([first, second]).sort());
    });

    test("When several processes lease events at once, then each event is leased by one of them", async () => {
      const events = await added(10);
      const claims = await Promise.all([4, 4, 4].map((limit) => outbox.lease(limit, LEASE_MS)));
      expect(idsOf(claims.flat()).sort()).toEqual(idsOf(events).sort());
    });

    test("When the lease of events has expired or they were released, then they can be leased again", async () => {
      const events = await added(2);
      await outbox.lease(2, -1);
      expect(await outbox.lease(2, LEASE_MS)).toEqual(events);
      await outbox.release(idsOf(events));
      expect(await outbox.lease(2, LEASE_MS)).toEqual(events);
    });

    test("waiting returns the newest events in order, leased or not, without those that were taken or refused", async () => {
      const [first, second, third, fourth] = await added(4);
      await outbox.lease(2, LEASE_MS);
      await outbox.taken([first?.event_id ?? ""]);
      await outbox.refused(second?.event_id ?? "");
      expect(await outbox.waiting(10)).toEqual([third, fourth]);
      expect(await outbox.waiting(1)).toEqual([fourth]);
    });

    test("A taken event is deleted; a refused event is kept but never leased again", async () => {
      const [good, bad] = idsOf(await added(2));
      await outbox.lease(2, -1);
      await outbox.taken([good ?? ""]);
      await outbox.refused(bad ?? "");
      await outbox.release([bad ?? ""]);
      expect(await outbox.lease(2, LEASE_MS)).toEqual([]);
      expect(await opened.count()).toBe(1);
    });
  });
}
