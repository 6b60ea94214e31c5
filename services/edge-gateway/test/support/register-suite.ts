import type { AccountApp } from "./account-app.ts";
import { openAccountSuite } from "./account-suite.ts";
import { type RegisterCall, registerAt, registeredAt } from "./register-client.ts";

type Call = RegisterCall & {
  /** Default: the suite's own. */
  readonly on?: AccountApp;
};

/** `openAccountSuite`, and registrations at its app. */
export function openRegisterSuite(adminUrl: string) {
  const { gateway, one } = openAccountSuite(adminUrl);
  return {
    gateway,
    one,
    register: (body: object | string, { on = one(), ...call }: Call = {}) =>
      registerAt(on, body, call),
    registered: (body: object, { on = one(), ...call }: Call = {}) => registeredAt(on, body, call),
  };
}
