import type { AccountPatchRequest, AccountResponse } from "@veil/contracts/public/account";
import type { RandomBytes } from "@veil/crypto";
import type { AccountSecrets } from "../keys/account-secrets.ts";
import type { AccountChanges, StoredAccount } from "../ports.ts";

type Secrets = Pick<AccountSecrets, "openField" | "sealField">;

export function accountResponse(
  stored: StoredAccount,
  secrets: Pick<Secrets, "openField">,
): AccountResponse {
  const { customerId, orgId, tier, managedAi, provider, licenseExpiresAt, createdAt } = stored;
  const email = emailOf(stored, secrets);
  const company = companyOf(stored, secrets);
  return {
    customer_id: customerId,
    org_id: orgId,
    ...(email !== undefined && { email }),
    ...(company !== undefined && { company: company.toString() }),
    tier,
    managed_ai: managedAi,
    ...(provider !== undefined && { provider }),
    ...(licenseExpiresAt && { license_expires_at: licenseExpiresAt.toISOString() }),
    created_at: createdAt.toISOString(),
  };
}

/** Returns only the fields whose value changes. */
export function patchChanges(
  { email, company }: AccountPatchRequest,
  stored: StoredAccount,
  { secrets, random }: { readonly secrets: Secrets; readonly random: RandomBytes },
): AccountChanges {
  const { customerId } = stored;
  const removesEmail = email === null && emailOf(stored, secrets) !== undefined;
  return {
    ...(removesEmail && { sealedEmail: secrets.sealField("email", customerId, "", random) }),
    ...(company !== undefined && companyChange(company, stored, { secrets, random })),
  };
}

function companyChange(
  company: string | null,
  stored: StoredAccount,
  { secrets, random }: { readonly secrets: Secrets; readonly random: RandomBytes },
): AccountChanges {
  const former = companyOf(stored, secrets);
  if (company === null) return former === undefined ? {} : { sealedCompany: null };
  const text = Buffer.from(company);
  if (former?.equals(text)) return {};
  return { sealedCompany: secrets.sealField("company", stored.customerId, text, random) };
}

function emailOf(
  { customerId, sealedEmail }: StoredAccount,
  { openField }: Pick<Secrets, "openField">,
): string | undefined {
  return openField("email", customerId, sealedEmail).toString() || undefined;
}

function companyOf(
  { customerId, sealedCompany }: StoredAccount,
  { openField }: Pick<Secrets, "openField">,
): Buffer | undefined {
  return sealedCompany && openField("company", customerId, sealedCompany);
}
