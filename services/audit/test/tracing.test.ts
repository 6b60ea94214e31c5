import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { describeWithServer, until } from "@veil/testing";
import type { TracedWork, Tracing } from "@veil/tracing";
import { sampleEvent } from "./sample-events.ts";
import { messageOf, post } from "./test-audit.ts";
import { openTestLog, type TestLog } from "./test-log.ts";

describeWithServer("postgres", "Traces of the log", (adminUrl) => {
  let log: TestLog;
  let recorded: TracedWork[];
  let tracing: Tracing;
  beforeEach(async () => {
    log = await openTestLog(adminUrl);
    recorded = [];
    tracing = {
      start: async () => {},
      record: (root) => void recorded.push(root),
      stop: async () => {},
    };
  });
  afterEach(() => log.close());

  test("When events are stored and a checkpoint is made, then each is a span of the service's own work with counts only", async () => {
    const audit = log.createAudit({ tracing });
    await audit.start();
    await post(audit.app, messageOf(sampleEvent(), sampleEvent()));
    await until("the checkpoint is stored", () => recorded.length === 2);
    await audit.stop();
    const times = { startMs: expect.any(Number), endMs: expect.any(Number) };
    const own = { kind: "own", isFailed: false, ...times };
    expect(recorded).toEqual([
      { name: "store events", attributes: { "veil.audit.events": 2 }, ...own },
      { name: "store checkpoint", attributes: { "veil.audit.log_size": 2 }, ...own },
    ]);
  });

  test("When the database does not respond, then the span has failed, and so does the request", async () => {
    const append = () => Promise.reject(new Error("value of a row"));
    const audit = log.createAudit({ tracing }, { append });
    await audit.start();
    expect((await post(audit.app, messageOf(sampleEvent()))).status).toBe(500);
    await audit.stop();
    expect(recorded).toMatchObject([{ name: "store events", isFailed: true }]);
  });
});
