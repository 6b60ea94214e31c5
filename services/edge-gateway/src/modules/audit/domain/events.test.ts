import { expect, test } from "@jest/globals";
import { eventsIn, MAX_PRECEDING_EVENTS } from "@veil/contracts/audit";
import fc from "fast-check";
import { entriesOf, jobEvent } from "./events.ts";

const owner = { scope: "5c".repeat(32), subject: "d1".repeat(32), requestId: "req_1" };

const events = fc
  .array(fc.record({ type: fc.constantFrom("A_TOKEN", "B_TOKEN"), ms: fc.nat(90_000) }), {
    maxLength: MAX_PRECEDING_EVENTS + 1,
  })
  .map((steps) =>
    steps
      .toSorted((a, b) => a.ms - b.ms)
      .map(({ type, ms }) => ({ ...jobEvent(type, {}, new Date(ms)), actor: "system" })),
  );

test("The entries of a call's events contain each event once, in order, with its owner", () => {
  fc.assert(
    fc.property(events, (given) => {
      const { requestId: request_id, ...members } = owner;
      expect(entriesOf(given, owner).flatMap((entry) => eventsIn(entry))).toEqual(
        given.map((event) => ({ ...event, ...members, request_id })),
      );
    }),
  );
});

test("Events within a minute share an entry; events that happened earlier have separate entries", () => {
  const at = (ms: number) => ({ ...jobEvent("A_TOKEN", {}, new Date(ms)), actor: "system" });
  const sizesOf = (...times: number[]) =>
    entriesOf(times.map(at), owner).map((entry) => eventsIn(entry).length);
  expect(sizesOf(0, 1, 60_000)).toEqual([3]);
  expect(sizesOf(0, 1, 60_001)).toEqual([1, 2]);
  expect(sizesOf(7)).toEqual([1]);
  expect(sizesOf()).toEqual([]);
});
