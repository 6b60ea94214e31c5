export { type AccountChange, accountEvent } from "./domain/account-events.ts";
export type { CustomerCaller, CustomerId, EntityListName, KeyCaller } from "./domain/caller.ts";
export type { Limits } from "./domain/limits.ts";
export { noProviderKey } from "./domain/provider-key.ts";
export { monthlyQuota, monthOf, quotaExceeded } from "./domain/quota.ts";
export type { ProviderCredentials, Usage } from "./ports.ts";
