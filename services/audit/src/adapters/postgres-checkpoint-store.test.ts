import { describeWithServer } from "@veil/testing";
import { createAuditDatabase, openDatabase } from "../../test/audit-database.ts";
import { describeCheckpointStore } from "./checkpoint-store.contract.ts";
import { createPostgresCheckpointStore } from "./postgres-checkpoint-store.ts";
import { createPostgresEventStore } from "./postgres-event-store.ts";

describeWithServer("postgres", "PostgreSQL, checkpoints", (adminUrl) => {
  describeCheckpointStore("postgres, as the runtime role", async () => {
    const database = await createAuditDatabase(adminUrl);
    const pools = [openDatabase(database.runtimeUrl), openDatabase(database.runtimeUrl)] as const;
    return {
      events: createPostgresEventStore(pools[0]),
      checkpoints: createPostgresCheckpointStore(pools[0]),
      replica: createPostgresCheckpointStore(pools[1]),
      async close() {
        await Promise.all(pools.map((pool) => pool.close()));
        await database.drop();
      },
    };
  });
});
