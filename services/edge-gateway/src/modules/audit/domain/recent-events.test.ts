import { randomUUID } from "node:crypto";
import { expect, test } from "@jest/globals";
import type { AuditEvent } from "@veil/contracts/audit";
import { testEvent } from "../../../../test/support/admission.ts";
import { createRecentEvents } from "./recent-events.ts";

const idsOf = (events: readonly AuditEvent[]) => events.map(({ event_id }) => event_id);
const of = (subject: string, count: number): AuditEvent[] =>
  Array.from({ length: count }, () => ({ ...testEvent(), subject }));
const everything = () => true;

test("An event that is added twice is kept once, at its first position", () => {
  const recent = createRecentEvents();
  const [first, second] = [testEvent(), testEvent()];
  recent.add([first, second]);
  recent.add([first]);
  expect(idsOf(recent.find(everything))).toEqual(idsOf([first, second]));
});

test("When a customer has too many events, only that customer's oldest events are dropped", () => {
  const recent = createRecentEvents({ ofOneCustomer: 3, ofAll: 100 });
  const [many, one] = [of("a", 5), of("b", 1)];
  recent.add([...one, ...many]);
  expect(idsOf(recent.find(({ subject }) => subject === "a"))).toEqual(idsOf(many.slice(2)));
  expect(idsOf(recent.find(({ subject }) => subject === "b"))).toEqual(idsOf(one));
});

test("When all customers together have too many events, the events of the customer without events for the longest time are dropped first", () => {
  const recent = createRecentEvents({ ofOneCustomer: 3, ofAll: 6 });
  recent.add([...of("a", 2), ...of("b", 2), ...of("a", 1), ...of("c", 1)]);
  expect(recent.find(everything)).toHaveLength(6);
  recent.add(of("d", 1));
  const left = new Set(recent.find(everything).map(({ subject }) => subject));
  expect(left).toEqual(new Set(["a", "c", "d"]));
});

test("By default at most ten thousand events are kept, and at most a thousand for each customer", () => {
  const recent = createRecentEvents();
  for (let customer = 0; customer < 30; customer++) recent.add(of(randomUUID(), 1_001));
  expect(recent.find(everything)).toHaveLength(10_000);
});
