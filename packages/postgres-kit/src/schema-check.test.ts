import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createLogger } from "@veil/service-kit/telemetry";
import { createSchemaCheck } from "./schema-check.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "migrations-"));
  for (const name of ["0001-letters.sql", "0002-words.sql"])
    writeFileSync(path.join(folder, name), "select 1;");
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Creates a check of a database in which `read` reads the names of the applied migrations. */
function checkOf(read: () => readonly string[]) {
  const lines: { event: string; component?: string }[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const log = createLogger({ service: "test", level: "info", destination });
  const query = async <Row>() => read().map((name) => ({ name })) as Row[];
  const logged = () => lines.map(({ event, component }) => [event, component]);
  return { isSchemaCurrent: createSchemaCheck({ database: { query }, folder, log }), logged };
}

test("When a migration is missing, then the check is false and the log names the migration", async () => {
  const { isSchemaCurrent, logged } = checkOf(() => ["0001-letters.sql"]);
  expect(await isSchemaCurrent()).toBe(false);
  expect(logged()).toEqual([["migration_missing", "0002-words.sql"]]);
});

test("When the history cannot be read, then the check is false and is repeated", async () => {
  let isReadable = false;
  const { isSchemaCurrent, logged } = checkOf(() => {
    if (!isReadable) throw new Error("permission denied");
    return ["0001-letters.sql", "0002-words.sql"];
  });
  expect(await isSchemaCurrent()).toBe(false);
  expect(logged()).toEqual([["schema_not_checked", undefined]]);
  isReadable = true;
  expect(await isSchemaCurrent()).toBe(true);
});

test("When the database has more migrations than the folder, then the check is true and reads nothing again", async () => {
  let reads = 0;
  const { isSchemaCurrent, logged } = checkOf(() => {
    reads += 1;
    return ["0001-letters.sql", "0002-words.sql", "0003-newer.sql"];
  });
  expect([await isSchemaCurrent(), await isSchemaCurrent()]).toEqual([true, true]);
  expect(reads).toBe(1);
  expect(logged()).toEqual([]);
});
