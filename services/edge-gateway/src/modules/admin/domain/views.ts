import { checkedJson } from "@veil/contracts/parsing";
import type {
  AdminCustomer,
  AdminCustomerDetails,
  AdminOrganization,
  AdminUser,
} from "@veil/contracts/public/admin";
import type { KeySummary } from "@veil/contracts/public/keys";
import { type AdminContactsResponse, ContactRequest } from "@veil/contracts/public/website";
import type { AccountSecrets } from "../../accounts/index.ts";
import type { ContactRow, CustomerRow, OrganizationRow, UserRow } from "../ports.ts";

type Secrets = Pick<AccountSecrets, "openField">;

export function customerView(row: CustomerRow, secrets: Secrets): AdminCustomer {
  const { customerId, sealedEmail, sealedCompany, licenseExpiresAt } = row;
  return {
    customer_id: customerId,
    org_id: row.orgId,
    ...emailOf(customerId, sealedEmail, secrets),
    ...(sealedCompany !== null && {
      company: secrets.openField("company", customerId, sealedCompany).toString(),
    }),
    tier: row.tier,
    managed_ai: row.managedAi,
    ...(licenseExpiresAt !== null && { license_expires_at: licenseExpiresAt.toISOString() }),
    has_password: row.hasPassword,
    created_at: row.createdAt.toISOString(),
  };
}

interface Details {
  readonly keys: readonly KeySummary[];
  readonly provider: string | undefined;
  readonly used: number;
  readonly usedByDeveloperKeys: number;
}

export function customerDetails(
  customer: AdminCustomer,
  { keys, provider, used, usedByDeveloperKeys }: Details,
): AdminCustomerDetails {
  return {
    ...customer,
    ...(provider !== undefined && { provider }),
    keys: [...keys],
    used,
    used_by_developer_keys: usedByDeveloperKeys,
  };
}

export function organizationView(row: OrganizationRow): AdminOrganization {
  const { orgId, customerCount, createdAt } = row;
  return { org_id: orgId, customer_count: customerCount, created_at: createdAt.toISOString() };
}

export function userView({ customerId, ...row }: UserRow, secrets: Secrets): AdminUser {
  return {
    customer_id: customerId,
    org_id: row.orgId,
    ...emailOf(customerId, row.sealedEmail, secrets),
    password_set_at: row.passwordSetAt.toISOString(),
  };
}

/** Returns the email address. A removed address is stored as an empty text. */
function emailOf(
  customerId: string,
  sealedEmail: Uint8Array,
  secrets: Secrets,
): { readonly email?: string } {
  const email = secrets.openField("email", customerId, sealedEmail).toString();
  return email === "" ? {} : { email };
}

const RETENTION_MS = 90 * 24 * 60 * 60 * 1000;

const parseContent = checkedJson(ContactRequest);

export function keptUntil(createdAt: Date): string {
  return new Date(createdAt.getTime() + RETENTION_MS).toISOString();
}

export function contactView(
  { contactId, sealedContent, createdAt }: ContactRow,
  secrets: Pick<AccountSecrets, "openField">,
): AdminContactsResponse["contacts"][number] {
  return {
    contact_id: contactId,
    ...parseContent(secrets.openField("contact", contactId, sealedContent)),
    created_at: createdAt.toISOString(),
    kept_until: keptUntil(createdAt),
  };
}
