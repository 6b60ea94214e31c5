import { afterAll, beforeAll } from "@jest/globals";
import { type AccountApp, createAccountApp } from "./account-app.ts";
import { type GatewayDatabase, openGatewayDatabase } from "./gateway-database.ts";
import { type RegisterCall, registerAt, registeredAt } from "./register-client.ts";

type Call = RegisterCall & {
  /** Default: the suite's own. */
  readonly on?: AccountApp;
};

/** An app on a database of its own, for the tests of the enclosing `describe`. */
export function openRegisterSuite(adminUrl: string) {
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
  return {
    gateway: () => gateway,
    one: () => one,
    register: (body: object | string, { on = one, ...call }: Call = {}) =>
      registerAt(on, body, call),
    registered: (body: object, { on = one, ...call }: Call = {}) => registeredAt(on, body, call),
  };
}
