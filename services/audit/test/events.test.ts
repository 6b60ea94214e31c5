import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import type { EventStore } from "../src/ports.ts";
import { sampleEvent } from "./sample-events.ts";
import { messageOf, post } from "./test-audit.ts";
import { openTestLog, type TestLog } from "./test-log.ts";

describeWithServer("postgres", "POST /events", (adminUrl) => {
  let log: TestLog;
  beforeEach(async () => {
    log = await openTestLog(adminUrl);
  });
  afterEach(() => log.close());

  async function startOn(change: Partial<EventStore> = {}) {
    const audit = log.createAudit({}, change);
    await audit.start();
    return audit;
  }

  test("When the gateway sends a batch twice, then both requests succeed and the events are stored once", async () => {
    const { app, opsApp } = await startOn();
    const message = messageOf(sampleEvent(), sampleEvent());

    const answers = [await post(app, message), await post(app, message)];

    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect((await log.store.head()).seq).toBe(2);
    const { text } = await request(opsApp).get("/metrics");
    expect(text).toContain('veil_audit_events_appended_total{service="audit"} 2');
  });

  test("When an event has an unknown payload key, then it is stored sealed and the batch is acknowledged", async () => {
    const { app } = await startOn();
    const bad = { ...sampleEvent(), payload: { prompt: "Gloria" } };

    const answer = await post(app, messageOf(sampleEvent(), bad));

    expect(answer.status).toBe(204);
    expect((await log.store.head()).seq).toBe(1);
    const refused = await log.refused();
    expect(refused).toMatchObject([{ eventId: bad.event_id, reason: "form" }]);
    expect(refused[0]?.box.toString("latin1")).not.toContain("Gloria");
  });

  test("When the gateway did not sign a batch, then POST /events responds 400 and stores nothing", async () => {
    const { app } = await startOn();
    const message = JSON.parse(messageOf(sampleEvent())) as object;

    const answer = await post(app, JSON.stringify({ ...message, body: '{"events":["Gloria"]}' }));

    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain("Gloria");
    expect([(await log.store.head()).seq, await log.refused()]).toEqual([0, []]);
  });

  test("When the log does not respond, then POST /events responds with a server error, which the sender retries", async () => {
    const append = () => Promise.reject(new Error("value of a row"));
    const { app } = await startOn({ append });

    const answer = await post(app, messageOf(sampleEvent()));

    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect(answer.text).not.toContain("value of a row");
  });

  test("When the service has not started or has drained, then POST /events responds 503 and stores nothing", async () => {
    const audit = log.createAudit();
    const answers = [await post(audit.app, messageOf(sampleEvent()))];
    await audit.start();
    await audit.drain?.();
    answers.push(await post(audit.app, messageOf(sampleEvent())));

    expect(answers.map(({ status }) => status)).toEqual([503, 503]);
    expect((await log.store.head()).seq).toBe(0);
  });
});
