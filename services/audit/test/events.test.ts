import { beforeEach, describe, expect, test } from "@jest/globals";
import { signMessage } from "@veil/crypto";
import { createTokenIssuer } from "@veil/http-kit";
import { createMetrics, silentLogger } from "@veil/telemetry";
import { createTestTrust } from "@veil/testing";
import { createHttpEventSource } from "@veil/transport/events";
import type { Express } from "express";
import request from "supertest";
import { createApp } from "../src/app.ts";
import { createEventHandler } from "../src/consume-events.ts";
import { createAppendQueue } from "../src/domain/append-queue.ts";
import type { EventStore } from "../src/ports.ts";
import { createMemoryEventStore } from "./memory-event-store.ts";
import { sampleEvent } from "./sample-events.ts";

const { trust, keysOf } = createTestTrust();
const gateway = { service: "edge-gateway", ...keysOf("edge-gateway").signing("message") } as const;

function messageOf(...events: readonly object[]): string {
  return JSON.stringify(signMessage(JSON.stringify({ events }), gateway, "audit"));
}

async function post(app: Express, message: string) {
  const token = await createTokenIssuer(keysOf("edge-gateway")).tokenFor("audit");
  return request(app).post("/events").auth(token, { type: "bearer" }).send({ message });
}

describe("POST /events", () => {
  let store: ReturnType<typeof createMemoryEventStore>;
  let appended: number;

  async function appOn(appendTo: Pick<EventStore, "append">): Promise<Express> {
    const source = createHttpEventSource({ log: silentLogger });
    const queue = createAppendQueue(appendTo, (count) => {
      appended += count;
    });
    await source.start(
      createEventHandler({
        trust,
        queue,
        store,
        log: silentLogger,
        onPoisoned: () => undefined,
        onRefused: () => undefined,
      }),
    );
    return createApp({
      log: silentLogger,
      metrics: createMetrics("audit"),
      trust,
      eventRoutes: source.router,
    });
  }

  beforeEach(() => {
    store = createMemoryEventStore();
    appended = 0;
  });

  test("When the gateway sends a batch twice, then both are answered and its events are there once", async () => {
    const app = await appOn(store);
    const message = messageOf(sampleEvent(), sampleEvent());

    const answers = [await post(app, message), await post(app, message)];

    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect((await store.head()).seq).toBe(2);
    expect(appended).toBe(2);
  });

  test("When an event has a payload key that is not known, then it is kept sealed and the batch is done with", async () => {
    const app = await appOn(store);
    const bad = { ...sampleEvent(), payload: { prompt: "Gloria" } };

    const answer = await post(app, messageOf(sampleEvent(), bad));

    expect(answer.status).toBe(204);
    expect((await store.head()).seq).toBe(1);
    expect(store.refused).toMatchObject([{ eventId: bad.event_id, reason: "form" }]);
    expect(store.refused[0]?.box.toString("latin1")).not.toContain("Gloria");
  });

  test("When the signature is not the gateway's, then 400: the sender keeps the batch", async () => {
    const app = await appOn(store);
    const message = JSON.parse(messageOf(sampleEvent())) as object;

    const answer = await post(app, JSON.stringify({ ...message, body: '{"events":["Gloria"]}' }));

    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain("Gloria");
    expect([(await store.head()).seq, store.refused.length]).toEqual([0, 0]);
  });

  test("When the log does not answer, then the error is one that asks to come again", async () => {
    const app = await appOn({ append: () => Promise.reject(new Error("value of a row")) });

    const answer = await post(app, messageOf(sampleEvent()));

    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect(answer.text).not.toContain("value of a row");
  });
});
