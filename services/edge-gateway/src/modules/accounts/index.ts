export { type AccountChange, accountEvent } from "./domain/account-events.ts";
export type { Caller, CustomerId, EntityListName } from "./domain/caller.ts";
export { customerIsGone } from "./domain/customer-is-gone.ts";
export type { Limits } from "./domain/limits.ts";
export { noProviderKey } from "./domain/provider-key.ts";
export { monthlyQuota, monthOf, quotaExceeded } from "./domain/quota.ts";
export type { ProviderCredentials, Usage } from "./ports.ts";
