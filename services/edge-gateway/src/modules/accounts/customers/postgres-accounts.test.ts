import { afterAll } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import {
  type GatewayDatabase,
  openGatewayDatabase,
} from "../../../../test/support/gateway-database.ts";
import { createPostgresApiKeys } from "../keys/postgres-api-keys.ts";
import { describeAccounts } from "./accounts.contract.ts";
import { createPostgresAccounts } from "./postgres-accounts.ts";
import { createPostgresProviderCredentials } from "./postgres-provider-credentials.ts";

describeWithServer("postgres", "PostgreSQL accounts", () => {
  let gateway: GatewayDatabase | undefined;
  afterAll(() => gateway?.close());

  describeAccounts("postgres, as the runtime role", async () => {
    gateway = await openGatewayDatabase();
    const { database } = gateway;
    return {
      accounts: createPostgresAccounts(database),
      apiKeys: createPostgresApiKeys(database),
      credentials: createPostgresProviderCredentials(database),
      async hasEvent(eventId) {
        const text = "select from event_outbox where event_id = $1";
        return (await database.query(text, [eventId])).length > 0;
      },
    };
  });
});
