import type { KeyEntityPolicy } from "@veil/contracts/public/entity-policy";
import type { CustomerId } from "../../src/modules/accounts/domain/caller.ts";
import type { ApiKeys } from "../../src/modules/accounts/ports.ts";
import { listChange, policyEvent } from "../../src/modules/entities/domain/change-events.ts";

const scope = "0".repeat(64);
const subject = "1".repeat(64);

export function bindKey(apiKeys: ApiKeys, keyId: string, policy: KeyEntityPolicy) {
  const customerId = `cus_${"0".repeat(40)}` as CustomerId;
  const event = policyEvent(keyId, policy, { customerId, scope, subject, now: new Date() });
  return apiKeys.setEntityPolicy(keyId, policy, event);
}

export function creation(customerId: CustomerId) {
  const change = { customerId, scope, subject, requestId: "req_1", now: new Date() };
  return listChange("CREATED", change);
}
