/** @heavy starts a separate database server, and kills it ten times */
import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { type EmbeddedPostgres, PortBlock, startEmbeddedPostgres } from "@veil/local-stack";
import type { Service } from "@veil/service-kit/http";
import { silentLogger } from "@veil/service-kit/telemetry";
import { until } from "@veil/testing";
import type { TestDatabase } from "@veil/testing/database";
import { openEventStore } from "../src/adapters/open-event-store.ts";
import { verifyLog } from "../src/domain/verify-log.ts";
import { createAuditDatabase } from "./audit-database.ts";
import { sampleEvents } from "./sample-events.ts";
import { createTestAudit, messageOf, post } from "./test-audit.ts";

const KILLS = 10;
const SENDERS = 6;
const BATCH = 20;

let stateDir = "";
let ports: PortBlock;
let port = 0;
let postgres: EmbeddedPostgres;
let database: TestDatabase;
beforeEach(async () => {
  stateDir = mkdtempSync(path.join(tmpdir(), "veil-audit-crash-"));
  ports = await PortBlock.reserve();
  port = await ports.next();
  postgres = await startEmbeddedPostgres({ stateDir, port });
  database = await createAuditDatabase(postgres.adminUrl);
});
afterEach(async () => {
  await postgres.stop();
  ports.release();
  rmSync(stateDir, { recursive: true, force: true });
});

/**
 * Kills the server and all of its processes at once (`kill -9`), so that nothing is flushed and no
 * connection is closed.
 */
async function crash(): Promise<void> {
  process.kill(-postgres.pid, "SIGKILL");
  await postgres.exited;
  postgres = await startEmbeddedPostgres({ stateDir, port });
}

/** Starts a sender that, like the gateway, repeats each batch until it is acknowledged. */
function startSender(app: Service["app"], goesOn: () => boolean) {
  const sent = { acknowledged: 0, refused: 0 };
  const done = (async () => {
    while (goesOn()) {
      const message = messageOf(...sampleEvents(BATCH));
      let status = 0;
      while (status !== 204) {
        ({ status } = await post(app, message));
        if (status !== 204) sent.refused += 1;
      }
      sent.acknowledged += BATCH;
    }
  })();
  return { sent, done };
}

test("When the database is killed ten times under load, then the log has every acknowledged event exactly once and no gap", async () => {
  const { close, ...stores } = openEventStore(database.runtimeUrl, silentLogger, 4);
  const audit = createTestAudit({ stores });
  await audit.start();
  let goesOn = true;
  const senders = Array.from({ length: SENDERS }, () => startSender(audit.app, () => goesOn));
  const total = (what: "acknowledged" | "refused") =>
    senders.reduce((sum, { sent }) => sum + sent[what], 0);

  for (let kill = 1; kill <= KILLS; kill++) {
    const [acknowledged, refused] = [total("acknowledged"), total("refused")];
    const some = BATCH * randomInt(1, 20);
    await until("events are appended", () => total("acknowledged") > acknowledged + some);
    await crash();
    await until("senders have noticed", () => total("refused") > refused);
  }
  goesOn = false;
  await Promise.all(senders.map(({ done }) => done));

  expect(await verifyLog(stores.store)).toEqual({ kind: "intact", count: total("acknowledged") });
  await audit.drain?.();
  await audit.stop();
  await close();
});
