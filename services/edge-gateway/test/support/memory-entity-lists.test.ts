import { describeEntityLists } from "../../src/modules/entities/adapters/entity-lists.contract.ts";
import { createMemoryAccounts } from "./memory-accounts.ts";

describeEntityLists("memory", async () => {
  const { events, ...stores } = createMemoryAccounts();
  return { ...stores, events: async () => events };
});
