import { afterAll } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import {
  type GatewayDatabase,
  openGatewayDatabase,
} from "../../../../test/support/gateway-database.ts";
import { createPostgresJobs } from "../../calls/native/results/postgres-jobs.ts";
import { createPostgresAccounts } from "../customers/postgres-accounts.ts";
import { describeKeyChanges } from "./key-changes.contract.ts";
import { createPostgresApiKeys } from "./postgres-api-keys.ts";

describeWithServer("postgres", "PostgreSQL keys", () => {
  let gateway: GatewayDatabase | undefined;
  afterAll(() => gateway?.close());

  describeKeyChanges("postgres, as the runtime role", async () => {
    gateway = await openGatewayDatabase();
    const { database } = gateway;
    return {
      accounts: createPostgresAccounts(database),
      apiKeys: createPostgresApiKeys(database),
      jobs: createPostgresJobs(database, 10),
      async hasEvent(eventId) {
        const text = "select from event_outbox where event_id = $1";
        return (await database.query(text, [eventId])).length > 0;
      },
    };
  });
});
