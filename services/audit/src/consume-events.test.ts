import { beforeEach, describe, expect, test } from "@jest/globals";
import { type ServiceName, signMessage } from "@veil/crypto";
import { silentLogger } from "@veil/telemetry";
import { createTestTrust } from "@veil/testing";
import { PoisonedMessageError } from "@veil/transport/events";
import { sampleEvent } from "../test/sample-events.ts";
import { createMemoryEventStore } from "./adapters/memory-event-store.ts";
import { createEventHandler } from "./consume-events.ts";
import { createAppendQueue } from "./domain/append-queue.ts";
import type { EventStore } from "./ports.ts";

const { trust, keysOf } = createTestTrust();

function signed(body: string, from: ServiceName = "edge-gateway", to: ServiceName = "audit") {
  return signMessage(body, { service: from, ...keysOf(from).signing("message") }, to);
}

function batch(...events: readonly object[]): string {
  return JSON.stringify(signed(JSON.stringify({ events })));
}

describe("createEventHandler", () => {
  let store: EventStore;
  let reasons: string[];

  const handlerOf = (appendTo: Pick<EventStore, "append">) =>
    createEventHandler({
      trust,
      queue: createAppendQueue(appendTo, () => undefined),
      log: silentLogger,
      onPoisoned: (reason) => void reasons.push(reason),
    });

  beforeEach(() => {
    store = createMemoryEventStore();
    reasons = [];
  });

  test("When the message is whole, then its events are in the log; twice, they are there once", async () => {
    const message = batch(sampleEvent(), sampleEvent());

    await handlerOf(store)(message);
    await handlerOf(store)(message);

    expect((await store.head()).seq).toBe(2);
    expect(reasons).toEqual([]);
  });

  const whole = signed(JSON.stringify({ events: [sampleEvent()] }));
  test.each([
    ["is not JSON", "x", "signature"],
    ["is null", "null", "signature"],
    ["has no signature", JSON.stringify({ ...whole, signature: undefined }), "signature"],
    ["was changed on the way", JSON.stringify({ ...whole, body: `${whole.body} ` }), "signature"],
    ["is from another service", JSON.stringify(signed(whole.body, "bridge")), "signature"],
    [
      "is for another service",
      JSON.stringify(signed(whole.body, undefined, "bridge")),
      "signature",
    ],
    [
      "claims another sender than its key",
      JSON.stringify({ ...signed(whole.body, "bridge"), sender: "edge-gateway" }),
      "signature",
    ],
    ["has a body that is not JSON", JSON.stringify(signed("{")), "body"],
    ["has no events", batch(), "body"],
    ["has 257 events", batch(...Array.from({ length: 257 }, () => sampleEvent())), "body"],
    ["names an email as the actor", batch(sampleEvent({ actor: "ann@example.org" })), "body"],
    [
      "has a payload key that is not known",
      batch({ ...sampleEvent(), payload: { prompt: "x" } }),
      "body",
    ],
    ["has a field that is not known", batch({ ...sampleEvent(), email: "x" }), "body"],
    ["has a number in its payload", batch({ ...sampleEvent(), payload: { model: 1 } }), "body"],
    ["has an event id that is no UUID", batch(sampleEvent({ event_id: "1" })), "body"],
    ["has a time that is none", batch(sampleEvent({ occurred_at: "today" })), "body"],
    [
      "holds text that cannot be stored",
      batch(sampleEvent(), sampleEvent({ payload: { model: "\u0000" } })),
      "event",
    ],
  ])(
    "When the message %s, then it is set aside and nothing is appended",
    async (_case, message, reason) => {
      await expect(handlerOf(store)(message)).rejects.toBeInstanceOf(PoisonedMessageError);

      expect(reasons).toEqual([reason]);
      expect((await store.head()).seq).toBe(0);
    },
  );

  test("When the store does not answer, then the message is to come again", async () => {
    const down = new Error("down");
    const handler = handlerOf({ append: () => Promise.reject(down) });

    await expect(handler(batch(sampleEvent()))).rejects.toBe(down);
    expect(reasons).toEqual([]);
  });
});
