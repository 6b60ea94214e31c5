import { afterAll, beforeAll } from "@jest/globals";
import { type AccountApp, createAccountApp } from "./account-app.ts";
import { type GatewayDatabase, openGatewayDatabase } from "./gateway-database.ts";

/** An app on a database of its own, for the tests of the enclosing `describe`. */
export function openAccountSuite(adminUrl: string) {
  let gateway: GatewayDatabase;
  let one: AccountApp;
  beforeAll(async () => {
    gateway = await openGatewayDatabase(adminUrl);
    one = createAccountApp(gateway.database);
  });
  afterAll(async () => {
    one.close();
    await gateway.close();
  });
  return { gateway: () => gateway, one: () => one };
}
