import type { AccountAmendment, AccountChanges, StoredAccount } from "../ports.ts";
import { type AccountChange, accountChanged } from "./account-events.ts";

/**
 * Returns the fields that get another value, and their event, for `Accounts.amend`. A provider key
 * or a sealed field always counts as another value.
 */
export function amendment(
  changes: AccountChanges,
  change: AccountChange,
): (stored: StoredAccount) => AccountAmendment | undefined {
  return function decideAmendment(stored) {
    const changed = differing(stored, changes);
    if (Object.keys(changed).length === 0) return undefined;
    return { changes: changed, event: accountChanged(changed, change) };
  };
}

function differing(stored: StoredAccount, changes: AccountChanges): AccountChanges {
  const { tier, managedAi, licenseExpiresAt, ...replaced } = changes;
  return {
    ...(tier !== undefined && tier !== stored.tier && { tier }),
    ...(managedAi !== undefined && managedAi !== stored.managedAi && { managedAi }),
    ...(licenseExpiresAt !== undefined &&
      licenseExpiresAt.getTime() !== stored.licenseExpiresAt?.getTime() && { licenseExpiresAt }),
    ...replaced,
  };
}
