import type { AccountDeletionResponse, AccountResponse } from "@veil/contracts/public/account";
import type { AccountSecrets } from "../keys/account-secrets.ts";
import type { CustomerId } from "../keys/caller.ts";
import type { Accounts } from "../ports.ts";
import { customerDeletedError, deleteAccount, deletionResponse } from "./account-deletion.ts";
import type { AccountChange } from "./account-events.ts";
import { accountResponse } from "./account-view.ts";

interface Deps {
  readonly accounts: Accounts;
  readonly secrets: AccountSecrets;
  readonly onEnded: (customerId: CustomerId) => void;
}

/** What other modules do with a whole customer. */
export interface CustomerAccounts {
  /** Returns the customer's account. @throws ApiError `invalid_api_key` if it was deleted */
  readonly accountOf: (customerId: CustomerId) => Promise<AccountResponse>;
  /** Deletes a customer. @throws ApiError `invalid_api_key` if that already happened */
  readonly deleteCustomer: (change: AccountChange) => Promise<AccountDeletionResponse>;
}

export function createCustomerAccounts(deps: Deps): CustomerAccounts {
  const { accounts, secrets } = deps;
  return {
    async accountOf(customerId) {
      const stored = await accounts.find(customerId);
      if (stored === undefined) throw customerDeletedError();
      return accountResponse(stored, secrets);
    },
    deleteCustomer: async (change) => deletionResponse(change, await deleteAccount(deps, change)),
  };
}
