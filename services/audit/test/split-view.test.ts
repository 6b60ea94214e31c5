import { expect, test } from "@jest/globals";
import { describeWithServer, until } from "@veil/testing";
import request from "supertest";
import { createHttpWitness } from "../src/adapters/http-witness.ts";
import { sampleEvents } from "./sample-events.ts";
import { logKey, messageOf, post } from "./test-audit.ts";
import { openTestLog } from "./test-log.ts";
import { startWitness } from "./witness-server.ts";

describeWithServer("postgres", "A split view", (adminUrl) => {
  test("When two different logs have the same key, then the witness refuses the second one, which /invariant and /metrics report", async () => {
    const witness = await startWitness(logKey);
    const logs = [];
    for (const [size, state] of [
      [5, "cosigned"],
      [8, "refused"],
    ] as const) {
      const log = await openTestLog(adminUrl);
      logs.push(log);
      const audit = log.createAudit({ witnesses: [createHttpWitness(witness.address)] });
      await audit.start();
      expect((await post(audit.app, messageOf(...sampleEvents(size)))).status).toBe(204);
      await until("the witness has judged the log", async () => {
        const { body } = await request(audit.opsApp).get("/invariant");
        return body.log.witnesses[0].state === state;
      });
      const { text } = await request(audit.opsApp).get("/metrics");
      expect(text).toMatch(
        new RegExp(`veil_audit_witness_requests_total\\{[^}]*outcome="${state}"[^}]*\\} [1-9]`),
      );
    }
    for (const log of logs) await log.close();
    await witness.close();
  });
});
