import { createAuthenticator } from "../../src/modules/accounts/domain/authenticator.ts";
import { startTestGateway } from "./test-gateway.ts";

export type ListsApp = Awaited<ReturnType<typeof startListsApp>>;

/** A gateway with a clock of the test's own for what is remembered, and what another replica remembers of keys. */
export async function startListsApp() {
  const clock = { ms: Math.floor(Date.now() / 1_000) * 1_000 };
  const nowMs = () => clock.ms;
  const gateway = await startTestGateway({ ACCOUNT_CALLS_PER_MINUTE: "1000000" }, { nowMs });
  const { stores, secrets } = gateway;
  const onUnrecorded = (error: unknown) => void error;
  return {
    ...gateway,
    clock,
    elsewhere: createAuthenticator({ apiKeys: stores.apiKeys, secrets, nowMs, onUnrecorded }),
    customer: (tier: "free" | "pro" = "free") => gateway.provision({ tier }),
  };
}
