import { type Static, Type } from "typebox";
import { LogCheckpoint, LogConsistency } from "../audit/log.ts";
import { AuditVerification } from "../audit/verification.ts";
import { KeyFamily, KeySummary } from "./keys.ts";
import { nextCursor } from "./pages.ts";
import { Email, ProviderKey, Tier } from "./registration.ts";

const closed = { additionalProperties: false };
const instant = Type.String({ format: "date-time" });
/** An RFC 3339 time that `Date` can parse, that is, without leap seconds. */
const licenseEnd = Type.String({
  format: "date-time",
  pattern:
    "^20[0-9]{2}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-5][0-9](\\.[0-9]{1,9})?([Zz]|[+-][0-9]{2}:[0-9]{2})$",
  description: "a time of the years 2000 to 2099 such as 2027-01-31T00:00:00Z",
});
const customerId = Type.String({ pattern: "^cus_[0-9a-f]{40}$", description: "a customer id" });
const orgId = Type.String({ pattern: "^org_[0-9a-f]{32}$", description: "an organization id" });

const customer = {
  customer_id: customerId,
  org_id: orgId,
  /** Absent after the customer removed it. */
  email: Type.Optional(Type.String()),
  company: Type.Optional(Type.String()),
  tier: Tier,
  managed_ai: Type.Boolean(),
  license_expires_at: Type.Optional(instant),
  has_password: Type.Boolean(),
  created_at: instant,
};

export const AdminCustomer = Type.Object(customer, closed);
export type AdminCustomer = Static<typeof AdminCustomer>;

export const AdminCustomersResponse = Type.Object(
  { customers: Type.Array(AdminCustomer), next_cursor: nextCursor },
  closed,
);
export type AdminCustomersResponse = Static<typeof AdminCustomersResponse>;

export const AdminCustomerDetails = Type.Object(
  {
    ...customer,
    /** The provider of the customer's stored key. Absent when no key is stored. */
    provider: Type.Optional(Type.String()),
    keys: Type.Array(KeySummary),
    /** The number of calls in the current month. */
    used: Type.Integer(),
    used_by_developer_keys: Type.Integer(),
  },
  closed,
);
export type AdminCustomerDetails = Static<typeof AdminCustomerDetails>;

export const FindCustomerRequest = Type.Object({ email: Email }, closed);

export const ProvisionRequest = Type.Object(
  {
    email: Email,
    tier: Tier,
    company: Type.Optional(Type.String()),
    managed_ai: Type.Optional(Type.Boolean()),
    provider_key: Type.Optional(ProviderKey),
    license_expires_at: Type.Optional(licenseEnd),
    key_family: Type.Optional(KeyFamily),
    developer: Type.Optional(Type.Boolean()),
  },
  closed,
);
export type ProvisionRequest = Static<typeof ProvisionRequest>;

/**
 * Response to a provisioning request. The status is 201 for a new customer, and 200 for an existing
 * one that now has the requested state. No later response contains the key.
 */
export const ProvisionResponse = Type.Object(
  {
    customer_id: customerId,
    tier: Tier,
    key_id: Type.String(),
    api_key: Type.String(),
    created: Type.Boolean(),
  },
  closed,
);
export type ProvisionResponse = Static<typeof ProvisionResponse>;

export const ChangeCustomerRequest = Type.Object(
  {
    tier: Type.Optional(Tier),
    managed_ai: Type.Optional(Type.Boolean()),
    /** Null removes the expiry. */
    license_expires_at: Type.Optional(Type.Union([licenseEnd, Type.Null()])),
    org_id: Type.Optional(orgId),
  },
  { ...closed, minProperties: 1 },
);
export type ChangeCustomerRequest = Static<typeof ChangeCustomerRequest>;

export const AdminOrganization = Type.Object(
  { org_id: orgId, customer_count: Type.Integer(), created_at: instant },
  closed,
);
export type AdminOrganization = Static<typeof AdminOrganization>;

export const AdminOrganizationsResponse = Type.Object(
  { organizations: Type.Array(AdminOrganization), next_cursor: nextCursor },
  closed,
);
export type AdminOrganizationsResponse = Static<typeof AdminOrganizationsResponse>;

/** A customer with a password. */
export const AdminUser = Type.Object(
  {
    customer_id: customerId,
    org_id: orgId,
    email: Type.Optional(Type.String()),
    password_set_at: instant,
  },
  closed,
);
export type AdminUser = Static<typeof AdminUser>;

export const AdminUsersResponse = Type.Object(
  { users: Type.Array(AdminUser), next_cursor: nextCursor },
  closed,
);
export type AdminUsersResponse = Static<typeof AdminUsersResponse>;

export const SetPasswordRequest = Type.Object(
  { password: Type.String({ minLength: 12, maxLength: 256 }) },
  closed,
);

export const AdminStatsResponse = Type.Object(
  {
    customers: Type.Object(
      { free: Type.Integer(), pro: Type.Integer(), enterprise: Type.Integer() },
      closed,
    ),
    organizations: Type.Integer(),
    active_keys: Type.Integer(),
    active_sessions: Type.Integer(),
    users: Type.Integer(),
    /** The number of calls in the current month. */
    used: Type.Integer(),
    used_by_developer_keys: Type.Integer(),
  },
  closed,
);
export type AdminStatsResponse = Static<typeof AdminStatsResponse>;

/**
 * Query of `GET /api/v1/admin/audit/verification`: how many of the newest events to verify. The
 * default is 1 000, the maximum 10 000.
 */
export const VerificationQuery = Type.Object(
  {
    newest: Type.Optional(
      Type.String({ pattern: "^([1-9][0-9]{0,3}|10000)$", description: "1 to 10000" }),
    ),
  },
  closed,
);

const SizeText = (least: 0 | 1, description: string) =>
  Type.String({
    pattern: least === 0 ? "^(0|[1-9][0-9]{0,14})$" : "^[1-9][0-9]{0,14}$",
    description,
  });

/** Query of `GET /api/v1/admin/audit/checkpoint`. */
export const CheckpointQuery = Type.Object(
  { from: Type.Optional(SizeText(1, "a former size of the log")) },
  closed,
);

export const AuditCheckpointResponse = Type.Object(
  {
    ...LogCheckpoint.properties,
    /**
     * Proves that the log begins with the log of size `from`. Empty when `from` is absent, or is
     * not smaller than the checkpoint's size.
     */
    consistency: LogConsistency.properties.path,
  },
  closed,
);
export type AuditCheckpointResponse = Static<typeof AuditCheckpointResponse>;

/** Query of `GET /api/v1/admin/audit/leaves`. */
export const LeavesQuery = Type.Object({ after: SizeText(0, "a number of events") }, closed);

/** Query of `GET /api/v1/admin/audit/time-stamp`. */
export const TimeStampQuery = Type.Object({ size: SizeText(1, "a size of the log") }, closed);

/**
 * When `whole_log` is false, the verification trusts the stored hash of the event before
 * `first_seq`.
 */
export const AuditVerificationResponse = Type.Object(
  { ...AuditVerification.properties, whole_log: Type.Boolean(), verified_at: instant },
  closed,
);
export type AuditVerificationResponse = Static<typeof AuditVerificationResponse>;
