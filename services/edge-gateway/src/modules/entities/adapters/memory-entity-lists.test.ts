import { createMemoryAccounts } from "../../accounts/adapters/memory-accounts.ts";
import { describeEntityLists } from "./entity-lists.contract.ts";

describeEntityLists("memory", async () => {
  const { events, ...stores } = createMemoryAccounts();
  return { ...stores, events: async () => events };
});
