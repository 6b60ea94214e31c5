import { describe, expect, test } from "@jest/globals";
import type { CallEvent } from "@veil/contracts/audit";
import { sampleEvent } from "../../test/sample-events.ts";
import { canonicalEvent, columnsOf, RefusedEventError } from "./canonical-event.ts";

describe("canonicalEvent", () => {
  test("The canonical text does not depend on the key order, the case of the id or the offset of the time", () => {
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

  const preceding = (change: Partial<CallEvent> = {}): CallEvent => {
    const { event_id, occurred_at, event_type, actor, payload } = sampleEvent(change);
    return { event_id, occurred_at, event_type, actor, payload };
  };

  test("An entry with preceding events has a text of version 3, with their ids and times in the same form", () => {
    const entry = sampleEvent({
      preceded_by: [
        preceding({
          event_id: "0B0E5A0E-0000-4000-8000-00000000000B",
          occurred_at: "2026-01-31T13:00:00+01:00",
        }),
      ],
    });
    const text = canonicalEvent(entry);
    expect(JSON.parse(text)).toMatchObject({
      version: 3,
      preceded_by: [
        {
          event_id: "0b0e5a0e-0000-4000-8000-00000000000b",
          occurred_at: "2026-01-31T12:00:00.000Z",
        },
      ],
    });
    expect(columnsOf(text)).toMatchObject({ event_id: entry.event_id.toLowerCase() });
  });

  test.each([
    [
      "a NUL in a preceding event",
      sampleEvent({ preceded_by: [preceding({ payload: { model: "a\u0000b" } })] }),
    ],
    ["a NUL", sampleEvent({ payload: { model: "a\u0000b" } })],
    ["a lone surrogate", sampleEvent({ payload: { model: "\ud83d" } })],
    ["a time that does not exist", sampleEvent({ occurred_at: "2026-01-31T25:00:00Z" })],
  ])("When an event has %s, then canonicalEvent refuses it", (_case, event) => {
    expect(() => canonicalEvent(event)).toThrow(RefusedEventError);
  });

  test("A value with an escaped text that looks like a NUL is accepted", () => {
    expect(() => canonicalEvent(sampleEvent({ payload: { model: "C:\\u0000" } }))).not.toThrow();
  });
});

/** An event in the form that the first version of the audit service wrote. */
const VERSION_1 =
  '{"actor":"system","event_id":"0b0e5a0e-0000-4000-8000-00000000000a","event_type":"KEY_ISSUED",' +
  `"occurred_at":"2026-01-31T12:00:00.000Z","payload":{},"scope":"${"5c".repeat(32)}"}`;

describe("The versions of the canonical text", () => {
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

  test("An event with a subject has a text of version 2 that contains the subject", () => {
    const subject = "d1".repeat(32);
    const text = canonicalEvent({ ...sampleEvent(), subject });

    expect(JSON.parse(text)).toMatchObject({ version: 2, subject });
    expect(columnsOf(text).subject).toBe(subject);
  });

  test.each([
    ["version 2 without a subject", VERSION_1.replace(/}$/, ',"version":2}')],
    ["a subject without a version", VERSION_1.replace(/}$/, `,"subject":"${"d1".repeat(32)}"}`)],
    [
      "version 3 without preceding events",
      canonicalEvent(sampleEvent()).replace('"version":2', '"version":3'),
    ],
  ])("columnsOf refuses a text with %s", (_case, text) => {
    expect(() => columnsOf(text)).toThrow();
  });
});

describe("columnsOf", () => {
  test("columnsOf refuses a text that is not in canonical form", () => {
    const text = canonicalEvent(sampleEvent());

    expect(() => columnsOf(text.replace(",", ", "))).toThrow("not canonical");
    expect(() => columnsOf(text.replace("{", '{"actor":"system",'))).toThrow("not canonical");
  });

  test("columnsOf returns null as the request id of an event without one", () => {
    const { request_id, ...event } = sampleEvent();

    expect(request_id).toBeDefined();
    expect(columnsOf(canonicalEvent(event)).request_id).toBeNull();
  });
});
