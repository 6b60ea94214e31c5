import type { CallPolicy } from "@veil/contracts/public/call-policy";
import type { KeyEntityPolicy } from "@veil/contracts/public/entity-policy";
import type { CustomerId } from "../../src/modules/accounts/keys/caller.ts";
import type { ApiKeys } from "../../src/modules/accounts/ports.ts";
import { listChange, policyEvent } from "../../src/modules/entities/domain/change-events.ts";

import { callPolicyEvent } from "../../src/modules/sdk/domain/call-policy.ts";

const scope = "0".repeat(64);
const subject = "1".repeat(64);

export function bindKey(apiKeys: ApiKeys, keyId: string, policy: KeyEntityPolicy) {
  const customerId = `cus_${"0".repeat(40)}` as CustomerId;
  const event = policyEvent(keyId, policy, { customerId, scope, subject, now: new Date() });
  return apiKeys.setEntityPolicy(keyId, policy, event);
}

export function setCallPolicy(apiKeys: ApiKeys, keyId: string, policy: CallPolicy | undefined) {
  const customerId = `cus_${"0".repeat(40)}` as CustomerId;
  const event = callPolicyEvent(keyId, policy, { customerId, scope, subject, now: new Date() });
  return apiKeys.setCallPolicy(keyId, policy, event);
}

export function allowRelink(apiKeys: ApiKeys, keyId: string) {
  return setCallPolicy(apiKeys, keyId, { relink: true });
}

export function creation(customerId: CustomerId) {
  const change = { customerId, scope, subject, requestId: "req_1", now: new Date() };
  return listChange("CREATED", change);
}
