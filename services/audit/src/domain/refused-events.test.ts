import { describe, expect, test } from "@jest/globals";
import type { AuditEvent } from "@veil/contracts/audit";
import { canonicalJson, openHpke } from "@veil/crypto";
import { createTestTrust } from "@veil/testing";
import { sampleEvent, sampleEvents } from "../../test/sample-events.ts";
import { RefusedEventError } from "./canonical-event.ts";
import { appendSound, sealRefused } from "./refused-events.ts";

describe("appendSound", () => {
  test.each([
    ["none", []],
    ["the first", [0]],
    ["the last", [255]],
    ["some", [3, 4, 100, 201]],
    ["all", Array.from({ length: 256 }, (_, index) => index)],
  ])(
    "When the log refuses %s of 256 events, then exactly the other events are appended, in order",
    async (_case, bad) => {
      const events = sampleEvents(256);
      const refusable = new Set(bad.map((index) => events[index]));
      const appended: AuditEvent[] = [];

      const refused = await appendSound(events, async (some) => {
        if (some.some((event) => refusable.has(event))) throw new RefusedEventError("refused");
        appended.push(...some);
      });

      expect(refused).toEqual(events.filter((event) => refusable.has(event)));
      expect(appended).toEqual(events.filter((event) => !refusable.has(event)));
    },
  );

  test("When the log does not respond, then no event counts as refused", async () => {
    const down = new Error("down");

    await expect(appendSound(sampleEvents(2), () => Promise.reject(down))).rejects.toBe(down);
  });
});

describe("sealRefused", () => {
  const { trust, keysOf } = createTestTrust();

  test("The gateway's key opens a sealed refusal, which is bound to its event id and reason", () => {
    const event = { ...sampleEvent(), payload: { prompt: "Gloria \ud83d" } };

    const { eventId, reason, sealingKeyId, box } = sealRefused({ event, reason: "form" }, trust);

    expect(box.toString("latin1")).not.toContain("Gloria");
    const aad = canonicalJson({ event_id: event.event_id, reason, sealing_key_id: sealingKeyId });
    const bindings = { info: Buffer.from("veil/refused-event/v1"), aad: Buffer.from(aad) };
    const opened = openHpke(keysOf("edge-gateway").opening(sealingKeyId), box, bindings);
    expect(JSON.parse(opened.toString())).toEqual(event);
    expect(eventId).toBe(event.event_id);
  });

  test.each([null, 1, "x", {}, { event_id: "ann@example.org" }, { event_id: 1 }])(
    "When the refused event is %j, then the sealed refusal has no event id",
    (event) => {
      expect(sealRefused({ event, reason: "form" }, trust).eventId).toBeUndefined();
    },
  );
});
