import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { AuditEvent, CallEvent } from "@veil/contracts/audit";
import type { AuditQuery } from "@veil/contracts/audit-query";
import { sampleEvent } from "../../test/sample-events.ts";
import type { EventStore } from "../ports.ts";

interface OpenedStore {
  readonly store: EventStore;
  close(): Promise<void>;
}

const hexId = () => randomBytes(32).toString("hex");
const at = (seconds: number) => new Date(Date.UTC(2026, 0, 31, 12, 0, seconds)).toISOString();

function happened(event_type: string, seconds: number): CallEvent {
  const { actor } = sampleEvent();
  return { event_id: randomUUID(), event_type, actor, occurred_at: at(seconds), payload: {} };
}

export function describeEventQueries(name: string, open: () => Promise<OpenedStore>): void {
  describe(`Queries of EventStore: ${name}`, () => {
    let opened: OpenedStore;
    let scope = "";
    beforeAll(async () => {
      opened = await open();
    });
    beforeEach(() => {
      scope = hexId();
    });
    afterAll(() => opened?.close());

    async function appended(...changes: Partial<AuditEvent>[]): Promise<AuditEvent[]> {
      const events = changes.map((change) => sampleEvent({ scope, ...change }));
      await opened.store.append(events);
      return events;
    }
    const ask = (query: Partial<AuditQuery> = {}) =>
      opened.store.newest({
        ...{ by: "scope", owner: scope, since: at(0), until: at(59), limit: 10 },
        ...query,
      });
    const idsOf = (events: readonly { readonly event_id: string }[]) =>
      events.map(({ event_id }) => event_id);

    test("A query returns the newest event first, regardless of the order in which the events were appended", async () => {
      const [second, third, first] = await appended(
        ...[2, 3, 1].map((seconds) => ({ occurred_at: at(seconds) })),
      );

      const { events, next } = await ask();

      expect(idsOf(events)).toEqual([third, second, first].map((event) => event?.event_id));
      expect(next).toBeUndefined();
    });

    test("A query returns events unchanged, but without scope and subject", async () => {
      const payload = { model: "ä 😀", severity: "" };
      const { request_id: _none, ...bare } = sampleEvent({ scope, payload: {} });
      const [whole] = await appended({ payload, occurred_at: at(5) });
      await opened.store.append([bare]);

      const { events } = await ask();

      const shown = ({ scope: _scope, subject: _subject, ...event }: AuditEvent) => event;
      expect(events).toEqual([whole, bare].map((event) => event && shown(event)));
    });

    test("When the query names an organization, then it returns no other organization's events", async () => {
      const [own] = await appended({});
      await appended({ scope: hexId() });

      expect(idsOf((await ask()).events)).toEqual([own?.event_id]);
      expect((await ask({ owner: hexId() })).events).toEqual([]);
    });

    test("When the query names a customer, then it returns their events in all organizations, and no other customer's", async () => {
      const [subject, other] = [hexId(), hexId()];
      const [before, after] = await appended({ subject }, { subject, scope: hexId() });
      await appended({ subject: other });
      const { subject: _none, ...former } = sampleEvent({ scope });
      await opened.store.append([former]);

      const { events } = await ask({ by: "subject", owner: subject });

      expect(idsOf(events)).toEqual([after?.event_id, before?.event_id]);
      expect((await ask({ by: "subject", owner: scope })).events).toEqual([]);
    });

    test("A query can be limited by type and time; both ends of the time are included", async () => {
      const [, early, typed, late] = await appended(
        { occurred_at: at(9) },
        { occurred_at: at(10) },
        { occurred_at: at(11), event_type: "KEY_ISSUED" },
        { occurred_at: at(12) },
        { occurred_at: at(13) },
      );
      const ids = async (query: Partial<AuditQuery>) => idsOf((await ask(query)).events);

      const window = { since: at(10), until: at(12) };
      expect(await ids(window)).toEqual([late, typed, early].map((event) => event?.event_id));
      expect(await ids({ event_type: "KEY_ISSUED" })).toEqual([typed?.event_id]);
      expect(await ids({ event_type: "KEY_REVOKED" })).toEqual([]);
    });

    describe("An entry with preceding events", () => {
      const token = (seconds: number) => happened("PROXY_TOKEN_GENERATED", seconds);
      const submitted = (seconds: number, ...preceded_by: CallEvent[]) => ({
        ...happened("PROXY_INFERENCE_SUBMITTED", seconds),
        preceded_by,
      });

      test("each event is returned with its own time, type, actor and payload, and the entry's request", async () => {
        const first = { ...token(1), actor: `cus_${"1".repeat(32)}`, payload: { model: "m" } };
        const [entry] = await appended(submitted(2, first));

        const { events } = await ask();

        const { scope: _scope, subject: _subject, preceded_by: _, ...own } = entry ?? {};
        expect(events).toEqual([own, { ...first, request_id: entry?.request_id }]);
      });

      test("a query for a type finds it in entries and by itself, newest first", async () => {
        const [inEntry, single, other] = [token(1), token(4), token(5)];
        await appended(submitted(2, inEntry), single, happened("PROXY_INFERENCE_SUBMITTED", 3));
        await appended({ ...happened("KEY_ISSUED", 6) }, submitted(7, other));

        const { events } = await ask({ event_type: "PROXY_TOKEN_GENERATED" });

        expect(idsOf(events)).toEqual(idsOf([other, single, inEntry]));
      });

      test("an event is in a window by its own time, not by that of its entry", async () => {
        const [early, late] = [token(1), token(10)];
        const [first, second] = await appended(submitted(5, early), submitted(15, late));
        const ids = async (since: number, until: number) =>
          idsOf((await ask({ since: at(since), until: at(until) })).events);

        expect(await ids(2, 12)).toEqual([late.event_id, first?.event_id]);
        expect(await ids(11, 20)).toEqual([second?.event_id]);
      });

      test.each([1, 2, 3, 5])(
        "in pages of %i, which entries may exceed, every event is returned once",
        async (limit) => {
          const entries = [1, 4, 7].map((s) => submitted(s + 2, token(s), token(s + 1)));
          await appended(...entries, { occurred_at: at(20) });
          const seen: string[] = [];
          let before: AuditQuery["before"];
          do {
            const page = await ask({ limit, ...(before && { before }) });
            seen.push(...idsOf(page.events));
            before = page.next;
          } while (before !== undefined);

          expect(seen).toHaveLength(10);
          expect(new Set(seen).size).toBe(10);
        },
      );
    });

    test.each([1, 2, 3, 7])(
      "In pages of %i, every event is returned once, even while others are appended",
      async (limit) => {
        const events = await appended(
          ...[1, 1, 1, 2, 2, 3, 4].map((s) => ({ occurred_at: at(s) })),
        );
        const seen: string[] = [];

        let page = await ask({ limit });
        seen.push(...idsOf(page.events));
        while (page.next !== undefined) {
          await appended({ occurred_at: at(50) });
          page = await ask({ limit, before: page.next });
          expect(page.events.length).toBeLessThanOrEqual(limit);
          seen.push(...idsOf(page.events));
        }

        expect(seen).toHaveLength(events.length);
        expect(new Set(seen)).toEqual(new Set(idsOf(events)));
      },
    );
  });
}
