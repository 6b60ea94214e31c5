export { customerDeletedError, deletionPlan } from "./customers/account-deletion.ts";
export { type AccountChange, accountEvent } from "./customers/account-events.ts";
export { auditScope, establishedSubject, type SubjectDeps } from "./customers/audit-subject.ts";
export type { CustomerAccounts } from "./customers/customer-accounts.ts";
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
export { meetsTier } from "./keys/caller.ts";
export { keyOrder } from "./keys/key-changes.ts";
export type { KeyManagement } from "./keys/key-management.ts";
export { identifyOperatorKey, type OperatorKey } from "./keys/operator-keys.ts";
export type { Limits } from "./limits/quota.ts";
export {
  type MonthlyQuota,
  monthlyQuota,
  monthOf,
  quotaExceeded,
  requireQuota,
  type UsageDeps,
} from "./limits/quota.ts";
export type { Accounts, ApiKeys, ProviderCredentials, Usage } from "./ports.ts";
export { normalizedEmail, requireEmail } from "./registration/email-address.ts";
export { type ProvisionerDeps, provision } from "./registration/provisioner.ts";
export type { Passwords } from "./sessions/ports.ts";
