import { describe, expect, test } from "@jest/globals";
import { sampleEvent } from "../../test/sample-events.ts";
import { canonicalEvent, columnsOf, RefusedEventError } from "./canonical-event.ts";

describe("canonicalEvent", () => {
  test("The text does not depend on key order, the spelling of the id or the time's offset", () => {
    const event = sampleEvent({ event_id: "0b0e5a0e-0000-4000-8000-00000000000a" });
    const { payload, actor, ...rest } = event;
    const same = {
      payload,
      ...rest,
      actor,
      event_id: event.event_id.toUpperCase(),
      occurred_at: "2026-01-31T13:00:00+01:00",
    };

    expect(canonicalEvent(same)).toBe(canonicalEvent(event));
  });

  test.each([
    ["a NUL", sampleEvent({ payload: { model: "a\u0000b" } })],
    ["half a surrogate pair", sampleEvent({ payload: { model: "\ud83d" } })],
    ["a time that does not exist", sampleEvent({ occurred_at: "2026-01-31T25:00:00Z" })],
  ])("When an event holds %s, then it is refused", (_case, event) => {
    expect(() => canonicalEvent(event)).toThrow(RefusedEventError);
  });

  test("A text that only looks like a NUL is kept", () => {
    expect(() => canonicalEvent(sampleEvent({ payload: { model: "C:\\u0000" } }))).not.toThrow();
  });
});

/** An event as audit services of the first version wrote it. */
const VERSION_1 =
  '{"actor":"system","event_id":"0b0e5a0e-0000-4000-8000-00000000000a","event_type":"KEY_ISSUED",' +
  `"occurred_at":"2026-01-31T12:00:00.000Z","payload":{},"scope":"${"5c".repeat(32)}"}`;

describe("The versions of the text", () => {
  test("An event without a subject has the text of version 1, byte for byte", () => {
    const event = {
      event_id: "0b0e5a0e-0000-4000-8000-00000000000a",
      occurred_at: "2026-01-31T12:00:00Z",
      event_type: "KEY_ISSUED",
      actor: "system",
      scope: "5c".repeat(32),
      payload: {},
    };

    expect(canonicalEvent(event)).toBe(VERSION_1);
    expect(columnsOf(VERSION_1)).toMatchObject({ actor: "system", subject: null });
  });

  test("An event with a subject has a text of version 2, which names it", () => {
    const subject = "d1".repeat(32);
    const text = canonicalEvent({ ...sampleEvent(), subject });

    expect(JSON.parse(text)).toMatchObject({ version: 2, subject });
    expect(columnsOf(text).subject).toBe(subject);
  });

  test.each([
    ["version 2 without a subject", VERSION_1.replace(/}$/, ',"version":2}')],
    ["a subject without a version", VERSION_1.replace(/}$/, `,"subject":"${"d1".repeat(32)}"}`)],
    ["another version", canonicalEvent(sampleEvent()).replace('"version":2', '"version":3')],
  ])("A text with %s is refused", (_case, text) => {
    expect(() => columnsOf(text)).toThrow();
  });
});

describe("columnsOf", () => {
  test("A text that is not in canonical form is refused", () => {
    const text = canonicalEvent(sampleEvent());

    expect(() => columnsOf(text.replace(",", ", "))).toThrow("not canonical");
    expect(() => columnsOf(text.replace("{", '{"actor":"system",'))).toThrow("not canonical");
  });

  test("An event without request has no request id", () => {
    const { request_id, ...event } = sampleEvent();

    expect(request_id).toBeDefined();
    expect(columnsOf(canonicalEvent(event)).request_id).toBeNull();
  });
});
