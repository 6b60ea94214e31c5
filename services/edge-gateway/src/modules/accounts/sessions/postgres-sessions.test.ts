import { afterAll } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import {
  type GatewayDatabase,
  openGatewayDatabase,
} from "../../../../test/support/gateway-database.ts";
import { createPostgresAccounts } from "../customers/postgres-accounts.ts";
import { createPostgresApiKeys } from "../keys/postgres-api-keys.ts";
import { createPostgresPasswords } from "./postgres-passwords.ts";
import { createPostgresSessions } from "./postgres-sessions.ts";
import { describeSessions } from "./sessions.contract.ts";

describeWithServer("postgres", "PostgreSQL sessions", () => {
  let gateway: GatewayDatabase | undefined;
  afterAll(() => gateway?.close());

  describeSessions("postgres, as the runtime role", async () => {
    gateway = await openGatewayDatabase();
    const { database } = gateway;
    return {
      accounts: createPostgresAccounts(database),
      apiKeys: createPostgresApiKeys(database),
      sessions: createPostgresSessions(database),
      passwords: createPostgresPasswords(database),
      async hasEvent(eventId) {
        const text = "select from event_outbox where event_id = $1";
        return (await database.query(text, [eventId])).length > 0;
      },
    };
  });
});
