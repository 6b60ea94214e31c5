import { startTestGateway } from "./test-gateway.ts";

export type ListsApp = Awaited<ReturnType<typeof startListsApp>>;

/** A gateway with a clock of the test's own for what is remembered. */
export async function startListsApp() {
  const clock = { ms: Math.floor(Date.now() / 1_000) * 1_000 };
  const settings = { ACCOUNT_CALLS_PER_MINUTE: "1000000" };
  const gateway = await startTestGateway(settings, { nowMs: () => clock.ms });
  return {
    ...gateway,
    clock,
    customer: (tier: "free" | "pro" = "free") => gateway.provision({ tier }),
  };
}
