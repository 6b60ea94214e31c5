import { afterEach, expect, test } from "@jest/globals";
import type { AuditEvent } from "@veil/contracts/audit";
import type { SignedMessage } from "@veil/crypto";
import { silentLogger } from "@veil/service-kit/telemetry";
import { createTestTrust, until } from "@veil/testing";
import { type EventTransport, PoisonedMessageError } from "@veil/transport/events";
import { testEvent } from "../../../../test/support/admission.ts";
import { createMemoryEventOutbox } from "../../../../test/support/memory-outboxes.ts";
import type { PeriodicTask } from "../../../platform/periodic-task.ts";
import { createEventRelay } from "./event-relay.ts";

const keys = createTestTrust().keysOf("edge-gateway");
let relay: PeriodicTask | undefined;
afterEach(() => relay?.stop());

function setUp(count: number, onBatch: (ids: readonly string[]) => void) {
  const events = Array.from({ length: count }, () => testEvent());
  const memory = createMemoryEventOutbox();
  memory.add(events);
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
  relay = createEventRelay({ outbox: memory.outbox, transport, signer, onSeen, log: silentLogger });
  relay.start();
  relay.trigger();
  return { ids: events.map(({ event_id }) => event_id), memory, taken, seen, link };
}

test("Events go in batches, in their order, until none is left", async () => {
  const batches: number[] = [];
  const { ids, memory, taken } = setUp(300, (batch) => void batches.push(batch.length));
  await until("all are gone", () => memory.count() === 0);
  expect(batches).toEqual([256, 44]);
  expect(taken).toEqual(ids);
});

test("When the log will never take one event, then that one is kept apart and the others pass", async () => {
  let bad: string | undefined;
  const { ids, memory, taken } = setUp(5, (batch) => {
    bad ??= batch[2];
    if (bad !== undefined && batch.includes(bad)) throw new PoisonedMessageError("no");
  });
  await until("the others are gone", () => memory.count() === 1);
  expect(taken).toEqual(ids.filter((id) => id !== bad));
  expect(await memory.outbox.lease(10, 0)).toEqual([]);
});

test("When the log cannot be reached, then the events are given back at once and come again", async () => {
  let failures = 1;
  const { ids, memory, taken } = setUp(3, () => {
    if (failures-- > 0) throw new Error("down");
  });
  await until("all are gone", () => memory.count() === 0);
  expect(taken).toEqual(ids);
});

test("Each event is shown before it is sent, and while nothing can be sent it is shown too", async () => {
  const before: number[] = [];
  const { ids, memory, seen, link } = setUp(3, () => void before.push(seen.length));
  await until("all are gone", () => memory.count() === 0);
  expect(before).toEqual([3]);
  expect(seen).toEqual(ids);
  link.state = "down";
  const waiting = testEvent();
  memory.add([waiting]);
  await until("it is shown", () => seen.includes(waiting.event_id));
  expect(memory.count()).toBe(1);
});
