import type { AuditEvent } from "@veil/contracts/audit";
import type { KeyEntityPolicy } from "@veil/contracts/public/entity-policy";
import { type AccountChange, accountEvent, type CustomerCaller } from "../../accounts/index.ts";
import { auditEvent } from "../../audit/index.ts";
import type { ListChange } from "../ports.ts";

interface ChangedBy {
  readonly caller: Pick<CustomerCaller, "customerId" | "scope">;
  readonly requestId: string;
  readonly now: Date;
}

export function listChange(
  what: "CREATED" | "REPLACED" | "DELETED",
  { caller: { customerId: actor, scope }, requestId, now }: ChangedBy,
): ListChange {
  return {
    now,
    eventOf({ listId, version, entryCount }) {
      const payload = {
        list_id: listId,
        list_version: String(version),
        entry_count: String(entryCount),
      };
      return auditEvent(`ENTITY_LIST_${what}`, { actor, scope, requestId }, payload, now);
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
