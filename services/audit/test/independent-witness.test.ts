/** @heavy starts a third-party witness, written in Python */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { LogCheckpoint } from "@veil/contracts/audit-log";
import { checked } from "@veil/contracts/parsing";
import { describeWhere, describeWithServer, judgePath, until } from "@veil/testing";
import { verifyNoteBytes } from "@veil/veil";
import { parseSignedNote, verifyCosignature } from "@veil/veil/log";
import request from "supertest";
import { createHttpWitness } from "../src/adapters/http-witness.ts";
import { startIndependentWitness } from "./independent-witness.ts";
import { sampleEvents } from "./sample-events.ts";
import { logKey, messageOf, post, tokenOf } from "./test-audit.ts";
import { openTestLog } from "./test-log.ts";

const python = judgePath("python-interop") ?? "";

describeWhere(python !== "", "An independent witness", "scripts/with-python-interop", () => {
  describeWithServer("postgres", "of a running log", (adminUrl) => {
    let witness: Awaited<ReturnType<typeof startIndependentWitness>>;
    const closing: (() => Promise<unknown>)[] = [];
    beforeAll(async () => {
      witness = await startIndependentWitness(python, logKey);
      closing.push(witness.close);
    });
    afterAll(async () => {
      for (const close of closing.splice(0).reverse()) await close();
    });

    /** Starts a log with the same key as the first but with other events. */
    async function startLog() {
      const log = await openTestLog(adminUrl);
      closing.push(log.close);
      const audit = log.createAudit({ witnesses: [createHttpWitness(witness.address)] });
      await audit.start();
      const state = async () => {
        const { body } = await request(audit.opsApp).get("/invariant");
        return body.log.witnesses[0];
      };
      const checkpoint = async () => {
        const token = await tokenOf("edge-gateway");
        const { body } = await request(audit.app)
          .get("/checkpoint")
          .auth(token, { type: "bearer" });
        return parseSignedNote(checked(LogCheckpoint)(body).checkpoint);
      };
      return {
        ...{ state, checkpoint },
        append: (count: number) => post(audit.app, messageOf(...sampleEvents(count))),
      };
    }

    test("An independent witness cosigns the growing log, and refuses a different log and a log that was rolled back", async () => {
      const log = await startLog();
      for (const [count, size] of [
        [3, 3],
        [9, 12],
      ] as const) {
        await log.append(count);
        await until("a cosignature", async () => (await log.state()).cosigned_size === size);
        const note = await log.checkpoint();
        expect(note.text.split("\n")[1]).toBe(String(size));
        const time = verifyCosignature(note, witness.address.key, verifyNoteBytes);
        expect(time).toBeGreaterThan(1_700_000_000);
      }
      expect(await witness.evidence()).toBe(0);

      const other = await startLog();
      await other.append(20);
      await until("a refusal", async () => (await other.state()).state === "refused");
      expect((await other.checkpoint()).signatures).toHaveLength(1);
      expect(await witness.evidence()).toBeGreaterThan(0);

      const rolledBack = await startLog();
      await rolledBack.append(5);
      await until("it is ahead", async () => (await rolledBack.state()).state === "ahead");
    });
  });
});
