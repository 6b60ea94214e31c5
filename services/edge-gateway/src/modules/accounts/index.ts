export { type AccountChange, accountEvent } from "./customers/account-events.ts";
export { auditScope } from "./customers/audit-scope.ts";
export { establishedSubject, type SubjectDeps } from "./customers/audit-subject.ts";
export { customerDeletedError } from "./customers/customer-deleted-error.ts";
export {
  type BoxOptions,
  boxProviderKey,
  noProviderKey,
  type ProviderKeyPrefixes,
  providerOfPrefix,
} from "./customers/provider-key.ts";
export type { AccountSecrets } from "./keys/account-secrets.ts";
export type {
  CustomerCaller,
  CustomerId,
  EntityListName,
  KeyCaller,
  KeyPolicies,
} from "./keys/caller.ts";
export type { KeyManagement } from "./keys/key-management.ts";
export { keyOrder } from "./keys/key-orders.ts";
export { meetsTier } from "./keys/meets-tier.ts";
export { identifyOperatorKey, type OperatorKey } from "./keys/operator-keys.ts";
export type { Limits } from "./limits/limits.ts";
export { monthlyQuota, monthOf, quotaExceeded } from "./limits/quota.ts";
export type { Accounts, ApiKeys, Passwords, ProviderCredentials, Usage } from "./ports.ts";
export { normalizedEmail, requireEmail } from "./registration/email-address.ts";
export { type ProvisionerDeps, provision } from "./registration/provisioner.ts";
