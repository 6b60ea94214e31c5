import { describeAccounts } from "./accounts.contract.ts";
import { createMemoryAccounts } from "./memory-accounts.ts";

describeAccounts("memory", async () => createMemoryAccounts());
