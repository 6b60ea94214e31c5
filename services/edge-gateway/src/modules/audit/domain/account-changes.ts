import type { QueriedEvent } from "@veil/contracts/audit-query";
import type { ReadTrail } from "./trail.ts";

/** The types of events about changes of an account. An operator's event has `changed_by`. */
const CHANGE_TYPES = [
  "ACCOUNT_CREATED",
  "ACCOUNT_CHANGED",
  "ADMIN_CUSTOMER_MOVED",
  "ADMIN_PASSWORD_REMOVED",
  "ADMIN_PASSWORD_SET",
  "CALL_POLICY_CHANGED",
  "ENTITY_LIST_CREATED",
  "ENTITY_LIST_REPLACED",
  "ENTITY_LIST_DELETED",
  "ENTITY_POLICY_CHANGED",
  "KEY_ISSUED",
  "KEY_REVOKED",
  "KEY_ROTATED",
  "MEMBER_REMOVED",
] as const;

interface AccountChanges {
  /** The events of each type, newest first. */
  readonly byType: readonly (readonly [type: string, events: readonly QueriedEvent[]])[];
  /** Whether older changes of the window may be missing. */
  readonly clipped: boolean;
}

/**
 * Reads the changes of a customer's account, by type, so that calls do not displace them.
 * @param query - `owner`: the customer's subject in the log
 * @returns undefined if the audit service did not respond
 */
export async function readAccountChanges(
  readTrail: ReadTrail,
  query: { readonly owner: string; readonly since: Date; readonly until: Date },
): Promise<AccountChanges | undefined> {
  const trails = await Promise.all(
    CHANGE_TYPES.map(async (type) => ({
      ...{ type, ...(await readTrail({ by: "subject", ...query, type })) },
    })),
  );
  if (trails.some(({ source }) => source === "memory_buffer" || source === "none"))
    return undefined;
  return {
    byType: trails.map(({ type, events }) => [type, events]),
    clipped: trails.some(({ clipped }) => clipped),
  };
}
