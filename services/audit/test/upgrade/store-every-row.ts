import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import { openPrunedLog } from "../pruned-log.ts";

/** Rows that need a witness, an authority or an event that the log refuses. */
const OTHER_ROWS = `
insert into audit.cosignatures select max(size), 'witness', 'line', now() from audit.checkpoints;
insert into audit.time_stamps select max(size), 'reply', now() from audit.checkpoints;
insert into audit.refused_events (reason, sealing_key_id, box) values ('form', 'key', 'box');`;

const TABLES = "select tablename as name from pg_tables where schemaname = 'audit'";

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));

describeWithServer("postgres", "A dump of the audit service's database", (adminUrl) => {
  test("Every table has a row, and the dump is written", async () => {
    const log = await openPrunedLog(adminUrl);
    await log.append(3, 90);
    await log.makeCheckpoint();
    await log.state({ size: 2 });
    await log.append(4, 1);
    await log.makeCheckpoint();
    await log.owner.execute(OTHER_ROWS);
    for (const { name } of await log.owner.query<{ name: string }>(TABLES))
      expect({ name, rows: await log.owner.query(`select from audit.${name} limit 1`) }).toEqual({
        name,
        rows: [{}],
      });
    const args = [
      "--inserts",
      "--rows-per-insert=100",
      "--file",
      file("former.sql"),
      log.database.ownerUrl,
    ];
    execFileSync("pg_dump", args);
    await log.close();
  });
});
