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

describe("columnsOf", () => {
  test("Text of another form than the canonical one is not read", () => {
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
