import type { AuditEvent } from "@veil/contracts/audit";
import type { KeyEntityPolicy } from "@veil/contracts/public/entity-policy";
import { type AccountChange, accountEvent } from "../../accounts/index.ts";
import type { ListChange } from "../ports.ts";

export function listChange(
  what: "CREATED" | "REPLACED" | "DELETED",
  change: AccountChange,
): ListChange {
  return {
    now: change.now,
    eventOf({ listId, version, entryCount }) {
      const payload = {
        list_id: listId,
        list_version: String(version),
        entry_count: String(entryCount),
      };
      return accountEvent(`ENTITY_LIST_${what}`, payload, change);
    },
  };
}

export function policyEvent(
  keyId: string,
  policy: KeyEntityPolicy | undefined,
  change: AccountChange,
): AuditEvent {
  const { types = {}, thresholds = {}, may_keep = [] } = policy ?? {};
  const named = new Set([...Object.keys(types), ...Object.keys(thresholds), ...may_keep]);
  const payload = { key_id: keyId, type_count: String(named.size) };
  return accountEvent("ENTITY_POLICY_CHANGED", payload, change);
}
