import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { AuditEvent } from "@veil/contracts/audit";
import type { Database } from "@veil/postgres-kit";
import { describeWithServer } from "@veil/testing";
import type { TestDatabase } from "@veil/testing/database";
import { createAuditDatabase, openDatabase } from "../../test/audit-database.ts";
import { sampleEvent } from "../../test/sample-events.ts";
import { RefusedEventError } from "../domain/canonical-event.ts";
import type { EventStore } from "../ports.ts";
import { createPostgresEventStore } from "./postgres-event-store.ts";

const hex = (length: number) => "0f".repeat(length).slice(0, length);

const TAKEN: readonly Partial<AuditEvent>[] = [
  ...["ABC", "A__", `A${"_".repeat(63)}`].map((event_type) => ({ event_type })),
  ...[`cus_${hex(32)}`, `cus_${hex(64)}`, `token:${hex(64)}`, "system"].map((actor) => ({ actor })),
  ...["a", "azAZ09_-", "r".repeat(64)].map((request_id) => ({ request_id })),
];

const NOT_HEX_64 = ["", hex(63), hex(65), hex(64).toUpperCase(), `${hex(63)}\n`, `${hex(63)}g`];

const REFUSED: readonly Partial<AuditEvent>[] = [
  ...["", "AB", "_AB", "A".repeat(65), "ABc", "AB1", "ABC\n", "ÄBC"].map((event_type) => ({
    event_type,
  })),
  ...["", "Ann", "systems", "xsystem", "cus_", `x${`cus_${hex(32)}`}`, "token:"].map((actor) => ({
    actor,
  })),
  ...[31, 65].map((length) => ({ actor: `cus_${hex(length)}` })),
  ...[63, 65].map((length) => ({ actor: `token:${hex(length)}` })),
  ...[`cus_${hex(32).toUpperCase()}`, `cus_${hex(32)}\n`, `token:${hex(63)}g`].map((actor) => ({
    actor,
  })),
  ...NOT_HEX_64.flatMap((text) => [{ scope: text }, { subject: text }]),
  ...["", "r".repeat(65), "a b", "a\n", "ä"].map((request_id) => ({ request_id })),
];

const named = (cases: readonly Partial<AuditEvent>[]) =>
  cases.map((change) => [JSON.stringify(change), change] as const);

describeWithServer(
  "postgres",
  "The table's own checks, which hold even if the service sends invalid events",
  (adminUrl) => {
    let database: TestDatabase;
    let runtime: Database;
    let store: EventStore;
    beforeAll(async () => {
      database = await createAuditDatabase(adminUrl);
      runtime = openDatabase(database.runtimeUrl);
      store = createPostgresEventStore(runtime);
    });
    afterAll(async () => {
      await runtime?.close();
      await database?.drop();
    });

    test.each(named(TAKEN))("the table's checks accept %s", async (_name, change) => {
      expect(await store.append([sampleEvent(change)])).toBe(1);
    });

    test.each(named(REFUSED))(
      "the table's checks refuse %s and the other events of its batch",
      async (_name, change) => {
        const append = store.append([sampleEvent(), sampleEvent(change)]);
        await expect(append).rejects.toBeInstanceOf(RefusedEventError);
      },
    );
  },
);
