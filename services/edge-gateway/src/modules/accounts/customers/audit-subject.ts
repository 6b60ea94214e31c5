import { hmacSha256, type RandomBytes } from "@veil/crypto";
import type { AccountSecrets } from "../keys/account-secrets.ts";
import type { CustomerId } from "../keys/caller.ts";
import type { ApiKeys, Customer } from "../ports.ts";

interface SubjectKeyOwner {
  readonly customerId: CustomerId;
  readonly sealedSubjectKey: Uint8Array;
}

/**
 * The audit log keeps a customer's events under this subject, for any actor and organization. It
 * cannot be linked once the customer's key is destroyed. 64 hexadecimal digits.
 */
export function auditSubject(
  { customerId, sealedSubjectKey }: SubjectKeyOwner,
  secrets: Pick<AccountSecrets, "openField">,
): string {
  const key = secrets.openField("subject-key", customerId, sealedSubjectKey);
  return hmacSha256(key, customerId).toString("hex");
}

/** Creates a subject key for this customer alone. */
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
 * Returns `auditSubject`. A customer of an earlier version first gets a key.
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
