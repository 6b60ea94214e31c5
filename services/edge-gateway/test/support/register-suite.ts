import { openAccountSuite } from "./account-suite.ts";
import { type RegisterCall, registerAt, registeredAt, type Served } from "./register-client.ts";

type Call = RegisterCall & {
  readonly on?: Served;
};

export function openRegisterSuite() {
  const suite = openAccountSuite();
  const { one } = suite;
  return {
    ...suite,
    register: (body: object | string, { on = one(), ...call }: Call = {}) =>
      registerAt(on, body, call),
    registered: (body: object, { on = one(), ...call }: Call = {}) => registeredAt(on, body, call),
  };
}
