import { describeAccounts } from "../../src/modules/accounts/adapters/accounts.contract.ts";
import { createMemoryAccounts } from "./memory-accounts.ts";

describeAccounts("memory", async () => createMemoryAccounts());
