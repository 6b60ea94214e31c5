import { beforeEach, describe, expect, test } from "@jest/globals";
import type { AuditEvent } from "@veil/contracts/audit";
import { type ServiceName, signMessage } from "@veil/crypto";
import { silentLogger } from "@veil/service-kit/telemetry";
import { createTestTrust } from "@veil/testing";
import { PoisonedMessageError } from "@veil/transport/events";
import { sampleEvent } from "../test/sample-events.ts";
import { createEventHandler } from "./consume-events.ts";
import { createAppendQueue } from "./domain/append-queue.ts";
import { canonicalEvent, RefusedEventError } from "./domain/canonical-event.ts";
import type { SealedRefusal } from "./domain/refused-events.ts";
import type { EventStore } from "./ports.ts";

const { trust, keysOf } = createTestTrust();

function signed(body: string, from: ServiceName = "edge-gateway", to: ServiceName = "audit") {
  return signMessage(body, { service: from, ...keysOf(from).signing("message") }, to);
}

function batch(...events: readonly object[]): string {
  return JSON.stringify(signed(JSON.stringify({ events })));
}

/**
 * Creates a store that records appended events and, like the log, refuses events without a
 * canonical text.
 */
function createRecordingStore() {
  const appended: AuditEvent[] = [];
  const refused: SealedRefusal[] = [];
  return {
    ...{ appended, refused },
    async append(events: readonly AuditEvent[]) {
      events.forEach(canonicalEvent);
      appended.push(...events);
      return events.length;
    },
    async keepDeadLetters(more: readonly SealedRefusal[]) {
      refused.push(...more);
    },
  };
}

describe("createEventHandler", () => {
  let store: ReturnType<typeof createRecordingStore>;
  let reasons: string[];

  const handlerOf = (appendTo: Pick<EventStore, "append">) =>
    createEventHandler({
      trust,
      queue: createAppendQueue(appendTo, () => undefined),
      store,
      log: silentLogger,
      onPoisoned: (reason) => void reasons.push(reason),
      onRefused: (reason) => void reasons.push(`event: ${reason}`),
    });

  beforeEach(() => {
    store = createRecordingStore();
    reasons = [];
  });

  test("When the message is valid, then its events are appended", async () => {
    const [first, second] = [sampleEvent(), sampleEvent()];

    await handlerOf(store)(batch(first, second));

    expect(store.appended).toEqual([first, second]);
    expect(reasons).toEqual([]);
  });

  const whole = signed(JSON.stringify({ events: [sampleEvent()] }));
  test.each([
    ["is not JSON", "x", "signature"],
    ["is null", "null", "signature"],
    ["has no signature", JSON.stringify({ ...whole, signature: undefined }), "signature"],
    ["was changed in transit", JSON.stringify({ ...whole, body: `${whole.body} ` }), "signature"],
    ["is from another service", JSON.stringify(signed(whole.body, "bridge")), "signature"],
    [
      "is for another service",
      JSON.stringify(signed(whole.body, undefined, "bridge")),
      "signature",
    ],
    [
      "has a sender that its key does not belong to",
      JSON.stringify({ ...signed(whole.body, "bridge"), sender: "edge-gateway" }),
      "signature",
    ],
    ["has a body that is not JSON", JSON.stringify(signed("{")), "body"],
    ["has no events", batch(), "body"],
    ["has 257 events", batch(...Array.from({ length: 257 }, () => sampleEvent())), "body"],
    ["has an additional field", JSON.stringify(signed('{"events":[1],"to":"x"}')), "body"],
  ])(
    "When the message %s, then it is dead-lettered and nothing is appended",
    async (_case, message, reason) => {
      await expect(handlerOf(store)(message)).rejects.toBeInstanceOf(PoisonedMessageError);

      expect(reasons).toEqual([reason]);
      expect(store.appended).toEqual([]);
    },
  );

  test.each([
    ["has an email as the actor", sampleEvent({ actor: "ann@example.org" }), "form"],
    ["has an unknown payload key", { ...sampleEvent(), payload: { prompt: "x" } }, "form"],
    ["has an unknown field", { ...sampleEvent(), email: "x" }, "form"],
    ["has a number in its payload", { ...sampleEvent(), payload: { model: 1 } }, "form"],
    ["has an id that is not a UUID", sampleEvent({ event_id: "1" }), "form"],
    ["has an invalid time", sampleEvent({ occurred_at: "today" }), "form"],
    ["is null", null as unknown as object, "form"],
    ["cannot be stored", sampleEvent({ payload: { model: "\u0000" } }), "text"],
    ["is refused by the database", sampleEvent({ actor: "system" }), "log"],
  ])(
    "When one event of three %s, then it is stored as a dead letter and the others are appended",
    async (_case, bad, reason) => {
      const append: EventStore["append"] = async (events) => {
        if (events.some(({ actor }) => actor === "system")) throw new RefusedEventError("no");
        return await store.append(events);
      };
      const [first, last] = [sampleEvent(), sampleEvent()];

      await handlerOf({ append })(batch(first, bad, last));

      expect(store.appended).toEqual([first, last]);
      expect(store.refused).toMatchObject([{ reason }]);
      expect(reasons).toEqual([`event: ${reason}`]);
    },
  );

  test("When the store temporarily cannot keep a refused event, then the message is redelivered", async () => {
    const down = new Error("down");
    store.keepDeadLetters = () => Promise.reject(down);
    const message = batch(sampleEvent(), { ...sampleEvent(), email: "x" });

    await expect(handlerOf(store)(message)).rejects.toBe(down);
    expect(reasons).toEqual([]);
  });

  test("When the store does not respond, then the message is redelivered", async () => {
    const down = new Error("down");
    const handler = handlerOf({ append: () => Promise.reject(down) });

    await expect(handler(batch(sampleEvent()))).rejects.toBe(down);
    expect(reasons).toEqual([]);
  });
});
