import { hmacSha256, type RandomBytes } from "@veil/crypto";
import type { AccountSecrets } from "../keys/account-secrets.ts";
import type { CustomerId } from "../keys/caller.ts";
import type { ApiKeys, Customer } from "../ports.ts";

interface SubjectKeyOwner {
  readonly customerId: CustomerId;
  readonly sealedSubjectKey: Uint8Array;
}

/**
 * Under which the audit log keeps a customer's events, whatever their actor and organization; not linkable once the
 * customer's key is destroyed. 64 hexadecimal digits.
 */
export function auditSubject(
  { customerId, sealedSubjectKey }: SubjectKeyOwner,
  secrets: Pick<AccountSecrets, "openField">,
): string {
  const key = secrets.openField("subject-key", customerId, sealedSubjectKey);
  return hmacSha256(key, customerId).toString("hex");
}

/** A new subject key, for this customer alone. */
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
 * `auditSubject`; a customer of an earlier version gets a key first.
 * @returns undefined when the customer does not exist any more
 */
export async function establishedSubject(
  { customerId, sealedSubjectKey: stored }: Pick<Customer, "customerId" | "sealedSubjectKey">,
  deps: SubjectDeps,
): Promise<string | undefined> {
  const sealedSubjectKey =
    stored ?? (await deps.apiKeys.keepSubjectKey(customerId, newSubjectKey(customerId, deps)));
  return sealedSubjectKey && auditSubject({ customerId, sealedSubjectKey }, deps.secrets);
}
