import { describeSessions } from "../../src/modules/accounts/sessions/sessions.contract.ts";
import { createMemoryAccounts } from "./memory-accounts.ts";

describeSessions("memory", async () => {
  const { events, ...stores } = createMemoryAccounts();
  const hasEvent = async (id: string) => events.some(({ event_id }) => event_id === id);
  return { ...stores, hasEvent };
});
