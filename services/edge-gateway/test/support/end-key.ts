import type { CustomerId } from "../../src/modules/accounts/keys/caller.ts";
import type { ApiKeys } from "../../src/modules/accounts/ports.ts";

/** Ends a key only in the store, as another replica would. */
export async function endKey(
  apiKeys: Pick<ApiKeys, "change">,
  { customerId, keyId }: { readonly customerId: CustomerId; readonly keyId: string },
  at: Date,
  graceful = false,
): Promise<number> {
  const ended = { keyId, at, graceful };
  return (await apiKeys.change(customerId, () => ({ ended, events: [] }))).relinkEndedJobs;
}
