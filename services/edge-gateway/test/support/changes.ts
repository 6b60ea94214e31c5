import type { KeyEntityPolicy } from "@veil/contracts/public/entity-policy";
import type { CustomerId } from "../../src/modules/accounts/domain/caller.ts";
import type { ApiKeys } from "../../src/modules/accounts/ports.ts";
import { listChange, policyEvent } from "../../src/modules/entities/domain/change-events.ts";

const scope = "0".repeat(64);

export function bindKey(apiKeys: ApiKeys, keyId: string, policy: KeyEntityPolicy) {
  const customerId = `cus_${"0".repeat(40)}` as CustomerId;
  const event = policyEvent(keyId, policy, { customerId, scope, now: new Date() });
  return apiKeys.setEntityPolicy(keyId, policy, event);
}

export function creation(customerId: CustomerId) {
  return listChange("CREATED", { customerId, scope, requestId: "req_1", now: new Date() });
}
