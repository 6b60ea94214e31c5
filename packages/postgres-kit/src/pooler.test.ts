/** @slow reads through a real PgBouncer */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { silentLogger } from "@veil/service-kit/telemetry";
import { describeWithServer, infraUrl } from "@veil/testing";
import { takeAdvisoryLock, withConnection } from "./admin-session.ts";
import { createDatabase, dropDatabase } from "./create-database.ts";
import { createPool, type Database } from "./pool.ts";

const LOCK = 7_712_001;

describeWithServer("pooler", "PgBouncer in transaction mode", (poolerUrl) => {
  const name = `test_${randomBytes(8).toString("hex")}`;
  const runtime = `${name}_app`;
  const adminUrl = infraUrl("postgres") ?? "";
  let url: string;
  let pool: Database;

  beforeAll(async () => {
    const password = randomBytes(16).toString("hex");
    const { runtimeUrls } = await createDatabase({
      adminUrl,
      database: name,
      owner: { role: `${name}_owner`, password },
      runtime: [{ role: runtime, password }],
    });
    const limit = `alter role ${runtime} in database ${name} set statement_timeout = '1s'`;
    await withConnection(adminUrl, (admin) => admin.query(limit));
    const pooled = new URL(runtimeUrls[0] ?? "");
    pooled.host = new URL(poolerUrl).host;
    url = pooled.href;
    const options = { connectTimeoutMs: 60_000, statementTimeoutMs: 60_000 };
    pool = createPool({ url, log: silentLogger, applicationName: "test", ...options });
  });
  afterAll(async () => {
    await pool?.close();
    await dropDatabase(adminUrl, name, [`${name}_owner`, runtime]);
  });

  /** Occupies a connection of the server during `work`, so that PgBouncer uses another one. */
  const whileOccupied = (pid: number, work: () => Promise<void>): Promise<void> =>
    pool.transaction(async (tx) => {
      const [own] = await tx.query<{ pid: number }>("select pg_backend_pid() as pid");
      await (own?.pid === pid ? work() : whileOccupied(pid, work));
    });

  test("A named statement also runs on a connection of the server that did not prepare it", () =>
    withConnection(url, async (client) => {
      const text = "select pg_backend_pid() as pid";
      const run = async () => {
        const [row] = await client.query<{ pid: number }>(text, [], { name: "who" });
        return row?.pid ?? 0;
      };
      const first = await run();
      await whileOccupied(first, async () => expect(await run()).not.toBe(first));
    }));

  test("A statement ends at the limit of its role, because the limit of the pool does not reach the server", async () => {
    await expect(pool.query("select pg_sleep(30)")).rejects.toMatchObject({ code: "57014" });
  });

  test("Every commit waits for the disk, because `synchronous_commit = off` does not reach the server", async () => {
    const options = { max: 1, durable: false, log: silentLogger, applicationName: "test" };
    const repeatable = createPool({ url, ...options });
    try {
      const rows = await repeatable.query("show synchronous_commit");
      expect(rows).toEqual([{ synchronous_commit: "on" }]);
    } finally {
      await repeatable.close();
    }
  });

  test("A lock of a session is lost to the client that took it, so migrations need the server itself", () =>
    withConnection(url, async (client) => {
      await takeAdvisoryLock(client, LOCK);
      const holder = "select pid from pg_locks where locktype = 'advisory' and objid = $1";
      const [lock] = await pool.query<{ pid: number }>(holder, [LOCK]);
      await whileOccupied(lock?.pid ?? 0, async () => {
        const unlock = "select pg_advisory_unlock($1) as held";
        expect(await client.query(unlock, [LOCK])).toEqual([{ held: false }]);
      });
    }));
});
