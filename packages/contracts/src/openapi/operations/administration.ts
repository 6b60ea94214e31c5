import {
  AdminCustomerDetails,
  AdminCustomersResponse,
  AdminOrganization,
  AdminOrganizationsResponse,
  AdminStatsResponse,
  AdminUsersResponse,
  ChangeCustomerRequest,
  FindCustomerRequest,
  ProvisionRequest,
  ProvisionResponse,
  SetPasswordRequest,
} from "../../public/admin.ts";
import { AdminExposureResponse, ExposureQuery } from "../../public/compliance/exposure.ts";
import {
  EntityListRequest,
  EntityListSummary,
  EntityListsResponse,
} from "../../public/entity-lists.ts";
import {
  IssuedKeyResponse,
  IssueKeyRequest,
  RevokedKeyResponse,
  RotatedKeyResponse,
  RotateKeyRequest,
} from "../../public/keys.ts";
import { PageQuery } from "../../public/pages.ts";
import { AdminContactsResponse } from "../../public/website.ts";
import { LIST_BODY, type Operation } from "../operation.ts";
import { admin } from "./admin-operation.ts";
import { AUDIT_LOG } from "./audit-log.ts";
import { KEY_POLICIES } from "./key-policies.ts";
import { OPERATOR_PAGES } from "./operator-pages.ts";

const customer = { description: "The customer", schema: AdminCustomerDetails };
const list = { description: "The list, without its entries", schema: EntityListSummary };
const organization = { description: "The organization", schema: AdminOrganization };
const empty = (description: string) => ({ 204: { description } });

const CUSTOMERS = [
  ...admin("/customers", [
    {
      method: "get",
      id: "adminListCustomers",
      summary: "All customers, newest first, page by page",
      query: PageQuery,
      answers: { 200: { description: "A page", schema: AdminCustomersResponse } },
      errors: ["invalid_field"],
    },
    {
      method: "post",
      id: "adminProvisionCustomer",
      summary: "Creates a customer, or brings a known one to this state, and issues a key",
      body: {
        schema: ProvisionRequest,
        example: { email: "customer@example.org", tier: "pro", managed_ai: true },
      },
      answers: {
        201: { description: "A new customer; the key is shown once", schema: ProvisionResponse },
        200: { description: "A known customer; the key is shown once", schema: ProvisionResponse },
      },
      errors: [],
    },
  ]),
  ...admin("/customers/search", [
    {
      method: "post",
      id: "adminFindCustomer",
      summary: "The customer with this email",
      body: { schema: FindCustomerRequest, example: { email: "customer@example.org" } },
      answers: { 200: customer },
      errors: ["not_found"],
    },
  ]),
  ...admin("/customers/{customer_id}", [
    {
      method: "get",
      id: "adminReadCustomer",
      summary: "One customer, with keys and use",
      answers: { 200: customer },
      errors: ["not_found"],
    },
    {
      method: "patch",
      id: "adminChangeCustomer",
      summary: "Changes tier, license, managed_ai or organization",
      body: {
        schema: ChangeCustomerRequest,
        example: { tier: "enterprise", license_expires_at: "2031-01-31T00:00:00Z" },
      },
      answers: { 200: customer },
      errors: ["not_found"],
    },
  ]),
  ...admin("/customers/{customer_id}/keys", [
    {
      method: "post",
      id: "adminIssueKey",
      summary: "Issues a key, shown once",
      body: { schema: IssueKeyRequest, example: { family: "gw_live" }, optional: true },
      answers: { 201: { description: "The key", schema: IssuedKeyResponse } },
      errors: ["not_found", "tier_insufficient"],
    },
  ]),
  ...admin("/customers/{customer_id}/keys/{key_id}", [
    {
      method: "delete",
      id: "adminRevokeKey",
      summary: "Ends a key at once, also the last one",
      answers: { 200: { description: "The key has ended", schema: RevokedKeyResponse } },
      errors: ["not_found"],
    },
  ]),
  ...admin("/customers/{customer_id}/keys/{key_id}/rotate", [
    {
      method: "post",
      id: "adminRotateKey",
      summary: "Replaces a key, with a grace of one hour by default",
      body: { schema: RotateKeyRequest, example: { grace_seconds: 0 }, optional: true },
      answers: { 201: { description: "The new key, shown once", schema: RotatedKeyResponse } },
      errors: ["not_found"],
    },
  ]),
];

const lists = "/customers/{customer_id}/entity-lists";

const ENTITY_LISTS = [
  ...admin(lists, [
    {
      method: "get",
      id: "adminListEntityLists",
      summary: "The customer's lists, oldest first",
      answers: { 200: { description: "The lists", schema: EntityListsResponse } },
      errors: ["not_found"],
    },
    {
      method: "post",
      id: "adminCreateEntityList",
      summary: "Stores a list for the customer",
      body: {
        schema: EntityListRequest,
        ...LIST_BODY,
        example: { kind: "allow", entries: [{ value: "Acme Support" }] },
      },
      answers: { 201: list },
      errors: ["not_found", "too_many_lists", "server_busy", "rate_limited"],
    },
  ]),
  ...admin(`${lists}/{list_id}`, [
    {
      method: "get",
      id: "adminReadEntityList",
      summary: "One list",
      answers: { 200: list },
      errors: ["not_found"],
    },
    {
      method: "put",
      id: "adminReplaceEntityList",
      summary: "Replaces a list",
      body: {
        schema: EntityListRequest,
        ...LIST_BODY,
        example: { kind: "allow", entries: [{ value: "Acme Support" }, { value: "Acme Sales" }] },
      },
      answers: { 200: list },
      errors: ["not_found", "server_busy", "rate_limited"],
    },
    {
      method: "delete",
      id: "adminDeleteEntityList",
      summary: "Deletes a list",
      answers: empty("It is deleted"),
      errors: ["not_found"],
    },
  ]),
];

const OTHERS = [
  ...admin("/organizations", [
    {
      method: "get",
      id: "adminListOrganizations",
      summary: "All organizations, newest first, page by page",
      query: PageQuery,
      answers: { 200: { description: "A page", schema: AdminOrganizationsResponse } },
      errors: ["invalid_field"],
    },
    {
      method: "post",
      id: "adminCreateOrganization",
      summary: "Creates an organization without customers",
      answers: { 201: organization },
      errors: [],
    },
  ]),
  ...admin("/organizations/{org_id}", [
    {
      method: "get",
      id: "adminReadOrganization",
      summary: "One organization",
      answers: { 200: organization },
      errors: ["not_found"],
    },
  ]),
  ...admin("/users", [
    {
      method: "get",
      id: "adminListUsers",
      summary: "Customers with a password, page by page",
      query: PageQuery,
      answers: { 200: { description: "A page", schema: AdminUsersResponse } },
      errors: ["invalid_field"],
    },
  ]),
  ...admin("/users/{customer_id}/password", [
    {
      method: "put",
      id: "adminSetPassword",
      summary: "Sets a password; the customer's sessions end",
      body: { schema: SetPasswordRequest, example: { password: "twelve characters or more" } },
      answers: empty("It is set"),
      errors: ["not_found", "server_busy"],
    },
    {
      method: "delete",
      id: "adminRemovePassword",
      summary: "Removes the password; the customer's sessions end",
      answers: empty("There is none any more"),
      errors: ["not_found"],
    },
  ]),
  ...admin("/contacts", [
    {
      method: "get",
      id: "adminListContacts",
      summary: "Messages from the website, newest first, page by page",
      query: PageQuery,
      answers: { 200: { description: "A page", schema: AdminContactsResponse } },
      errors: ["invalid_field"],
    },
  ]),
  ...admin("/contacts/{contact_id}", [
    {
      method: "delete",
      id: "adminDeleteContact",
      summary: "Deletes a message",
      answers: empty("It is deleted"),
      errors: ["not_found"],
    },
  ]),
  ...AUDIT_LOG,
  ...admin("/exposure", [
    {
      method: "get",
      id: "adminReadExposure",
      summary: "What a breach in a window of time could concern: numbers by customer",
      query: ExposureQuery,
      answers: {
        200: {
          ...{ description: "The numbers", schema: AdminExposureResponse },
          otherTypes: ["text/csv"],
        },
      },
      errors: ["invalid_field", "missing_field"],
    },
  ]),
  ...admin("/stats", [
    {
      method: "get",
      id: "adminReadStats",
      summary: "Numbers of customers, keys, sessions and calls",
      answers: { 200: { description: "The numbers", schema: AdminStatsResponse } },
      errors: [],
    },
  ]),
];

/** Operations that require an administrator's key. */
export const ADMIN_OPERATIONS: readonly Operation[] = [
  ...OPERATOR_PAGES,
  ...CUSTOMERS,
  ...ENTITY_LISTS,
  ...KEY_POLICIES,
  ...OTHERS,
];
