import { afterAll } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import {
  type GatewayDatabase,
  openGatewayDatabase,
} from "../../../../test/support/gateway-database.ts";
import { createPostgresAccounts } from "../../accounts/customers/postgres-accounts.ts";
import { createPostgresApiKeys } from "../../accounts/keys/postgres-api-keys.ts";
import { describeEntityLists } from "./entity-lists.contract.ts";
import { createPostgresEntityLists } from "./postgres-entity-lists.ts";

describeWithServer("postgres", "PostgreSQL entity lists", () => {
  let gateway: GatewayDatabase | undefined;
  afterAll(() => gateway?.close());

  describeEntityLists("postgres, as the runtime role", async () => {
    gateway = await openGatewayDatabase();
    const { database } = gateway;
    return {
      accounts: createPostgresAccounts(database),
      apiKeys: createPostgresApiKeys(database),
      entityLists: createPostgresEntityLists(database),
      async events() {
        const text = "select event from event_outbox order by created_at";
        return (await database.query<{ event: unknown }>(text, [])).map(({ event }) => event);
      },
    };
  });
});
