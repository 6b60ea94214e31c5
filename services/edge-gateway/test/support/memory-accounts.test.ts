import { describeAccounts } from "../../src/modules/accounts/customers/accounts.contract.ts";
import { createMemoryAccounts } from "./memory-accounts.ts";

describeAccounts("memory", async () => {
  const { events, ...stores } = createMemoryAccounts();
  return {
    ...stores,
    hasEvent: async (eventId) => events.some(({ event_id }) => event_id === eventId),
  };
});
