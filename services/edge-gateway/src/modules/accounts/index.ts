export { type AccountChange, accountEvent } from "./domain/account-events.ts";
export type { AccountSecrets } from "./domain/account-secrets.ts";
export { auditScope } from "./domain/audit-scope.ts";
export { establishedSubject, type SubjectDeps } from "./domain/audit-subject.ts";
export type {
  CustomerCaller,
  CustomerId,
  EntityListName,
  KeyCaller,
  KeyPolicies,
} from "./domain/caller.ts";
export { customerIsGone } from "./domain/customer-is-gone.ts";
export { normalizedEmail, requireEmail } from "./domain/email-address.ts";
export type { KeyManagement } from "./domain/key-management.ts";
export { keyOrder } from "./domain/key-orders.ts";
export type { Limits } from "./domain/limits.ts";
export { meetsTier } from "./domain/meets-tier.ts";
export { identifyOperatorKey, type OperatorKey } from "./domain/operator-keys.ts";
export {
  type BoxOptions,
  boxProviderKey,
  noProviderKey,
  type ProviderKeyPrefixes,
  providerOfPrefix,
} from "./domain/provider-key.ts";
export { type ProvisionerDeps, provision } from "./domain/provisioner.ts";
export { monthlyQuota, monthOf, quotaExceeded } from "./domain/quota.ts";
export type { Accounts, ApiKeys, Passwords, ProviderCredentials, Usage } from "./ports.ts";
