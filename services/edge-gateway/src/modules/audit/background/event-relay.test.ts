import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { AuditEvent } from "@veil/contracts/audit";
import type { SignedMessage } from "@veil/crypto";
import { silentLogger } from "@veil/service-kit/telemetry";
import { createTestTrust, describeWithServer, until } from "@veil/testing";
import { type EventTransport, PoisonedMessageError } from "@veil/transport/events";
import { testEvent } from "../../../../test/support/admission.ts";
import {
  type GatewayDatabase,
  openGatewayDatabase,
} from "../../../../test/support/gateway-database.ts";
import { createPostgresEventOutbox } from "../adapters/postgres-event-outbox.ts";
import { createEventRelay, type EventRelay } from "./event-relay.ts";

const keys = createTestTrust().keysOf("edge-gateway");
let opened: GatewayDatabase;
let relay: EventRelay | undefined;
beforeAll(async () => {
  opened = await openGatewayDatabase();
});
beforeEach(async () => {
  await opened.owner.execute("truncate event_outbox");
});
afterEach(() => relay?.stop());
afterAll(() => opened.close());

/** Adds the events in the given order. */
const ADD = `
insert into event_outbox (event_id, event, created_at)
select (event ->> 'event_id')::uuid, event, now() + place * interval '1 microsecond'
from jsonb_array_elements($1) with ordinality as given (event, place)`;

const add = (...events: readonly AuditEvent[]) =>
  opened.database.execute(ADD, [JSON.stringify(events)]);
const count = async () => (await opened.database.query("select from event_outbox")).length;

async function setUp(count: number, onBatch: (ids: readonly string[]) => void) {
  const events = Array.from({ length: count }, () => testEvent());
  await add(...events);
  const outbox = createPostgresEventOutbox(opened.database);
  const taken: string[] = [];
  const seen: string[] = [];
  const link: { state: "up" | "down" } = { state: "up" };
  const transport: EventTransport = {
    state: () => link.state,
    async send(message) {
      const { body } = JSON.parse(message) as SignedMessage;
      const ids = (JSON.parse(body) as { events: AuditEvent[] }).events.map(
        ({ event_id }) => event_id,
      );
      onBatch(ids);
      taken.push(...ids);
    },
    stop: async () => {},
  };
  const signer = { service: keys.service, ...keys.signing("message") };
  const onSeen = (all: readonly AuditEvent[]) => {
    for (const { event_id } of all) seen.push(event_id);
  };
  relay = createEventRelay({ outbox, transport, signer, onSeen, log: silentLogger });
  relay.start();
  relay.trigger();
  const { handOn } = relay;
  return { ids: events.map(({ event_id }) => event_id), outbox, taken, seen, link, handOn };
}

describeWithServer("postgres", "The relay of events", () => {
  test("All events are sent in batches and in order", async () => {
    const batches: number[] = [];
    const { ids, taken } = await setUp(300, (batch) => void batches.push(batch.length));
    await until("all are gone", async () => (await count()) === 0);
    expect(batches).toEqual([256, 44]);
    expect(taken).toEqual(ids);
  });

  test("When the log refuses an event permanently, then the event is kept as refused and the other events are sent", async () => {
    let bad: string | undefined;
    const { ids, outbox, taken } = await setUp(5, (batch) => {
      bad ??= batch[2];
      if (bad !== undefined && batch.includes(bad)) throw new PoisonedMessageError("no");
    });
    await until("the others are gone", async () => (await count()) === 1);
    expect(taken).toEqual(ids.filter((id) => id !== bad));
    expect(await outbox.lease(10, 0)).toEqual([]);
  });

  test("When the log cannot be reached, then the events are released at once and sent again later", async () => {
    let failures = 1;
    const { ids, taken } = await setUp(3, () => {
      if (failures-- > 0) throw new Error("down");
    });
    await until("all are gone", async () => (await count()) === 0);
    expect(taken).toEqual(ids);
  });

  test("Each event is reported to onSeen before it is sent, even while no events can be sent", async () => {
    const before: number[] = [];
    const { ids, seen, link } = await setUp(3, () => void before.push(seen.length));
    await until("all are gone", async () => (await count()) === 0);
    expect(before).toEqual([3]);
    expect(seen).toEqual(ids);
    link.state = "down";
    const waiting = testEvent();
    await add(waiting);
    await until("it is shown", () => seen.includes(waiting.event_id));
    expect(await count()).toBe(1);
  });

  test("Events that are handed on are sent from memory while the outbox leases them to this process", async () => {
    const { outbox, taken, handOn } = await setUp(0, () => {});
    const events = [testEvent(), testEvent()];
    await outbox.add(events);
    expect(await outbox.lease(10, 0)).toEqual([]);
    handOn(events);
    await until("all are gone", async () => (await count()) === 0);
    expect(taken).toEqual(events.map(({ event_id }) => event_id));
  });

  test("Events that were added without a lease are sent before events that are handed on later", async () => {
    const { ids, outbox, taken, handOn } = await setUp(2, () => {});
    const later = testEvent();
    await outbox.add([later]);
    handOn([later]);
    await until("all are gone", async () => (await count()) === 0);
    expect(taken).toEqual([...ids, later.event_id]);
  });

  test("When no events can be sent, then events that are handed on are sent from the outbox after their lease", async () => {
    const { outbox, taken, seen, link, handOn } = await setUp(0, () => {});
    link.state = "down";
    const event = testEvent();
    await outbox.add([event]);
    handOn([event]);
    await until("it is shown", () => seen.includes(event.event_id));
    link.state = "up";
    await opened.owner.execute("update event_outbox set leased_until = now()");
    await until("it is gone", async () => (await count()) === 0);
    expect(taken).toEqual([event.event_id]);
  });
});
