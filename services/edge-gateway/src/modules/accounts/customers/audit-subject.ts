import { hmacSha256, type RandomBytes } from "@veil/crypto";
import type { AccountSecrets } from "../keys/account-secrets.ts";
import type { CustomerId } from "../keys/caller.ts";
import type { ApiKeys, Customer, StoredApiKey } from "../ports.ts";

interface SubjectKeyOwner {
  readonly customerId: CustomerId;
  readonly sealedSubjectKey: Uint8Array;
}

/**
 * Returns the subject under which the audit log keeps a customer's events: 64 hexadecimal digits.
 * Once the customer's subject key is destroyed, the subject cannot be linked to the customer.
 */
export function auditSubject(
  { customerId, sealedSubjectKey }: SubjectKeyOwner,
  secrets: Pick<AccountSecrets, "openField">,
): string {
  const key = secrets.openField("subject-key", customerId, sealedSubjectKey);
  return hmacSha256(key, customerId).toString("hex");
}

/** Creates a sealed subject key for one customer. */
export function newSubjectKey(
  customerId: CustomerId,
  { secrets, random }: Pick<SubjectDeps, "secrets" | "random">,
): Buffer {
  return secrets.sealField("subject-key", customerId, random(32), random);
}

export interface SubjectDeps {
  readonly apiKeys: Pick<ApiKeys, "keepSubjectKey">;
  readonly secrets: Pick<AccountSecrets, "openField" | "sealField">;
  readonly random: RandomBytes;
}

/**
 * Returns the customer's audit subject. A customer that an earlier version stored without a subject
 * key gets one first.
 * @returns undefined if the customer no longer exists
 */
export async function establishedSubject(
  { customerId, sealedSubjectKey: stored }: Pick<Customer, "customerId" | "sealedSubjectKey">,
  deps: SubjectDeps,
): Promise<string | undefined> {
  const sealedSubjectKey =
    stored ?? (await deps.apiKeys.keepSubjectKey(customerId, newSubjectKey(customerId, deps)));
  return sealedSubjectKey && auditSubject({ customerId, sealedSubjectKey }, deps.secrets);
}

/**
 * Returns the scope under which the audit log keeps an organization's events. Once the
 * organization's scope key is destroyed, the scope cannot be linked to the organization.
 */
export function auditScope(
  { orgId, sealedScopeKey }: Pick<StoredApiKey, "orgId" | "sealedScopeKey">,
  secrets: Pick<AccountSecrets, "openField">,
): string {
  return hmacSha256(secrets.openField("scope-key", orgId, sealedScopeKey), orgId).toString("hex");
}
