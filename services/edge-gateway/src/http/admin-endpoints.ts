import { endpoint } from "@veil/service-kit/http";
import type { IRouter, RequestHandler } from "express";
import {
  type AuditLogDeps,
  readCheckpoint,
  readLeaves,
  readTimeStamp,
} from "../modules/admin/routes/audit-log.ts";
import {
  type VerificationDeps,
  verifyAuditLog,
} from "../modules/admin/routes/audit-verification.ts";
import { deleteContact, listContacts } from "../modules/admin/routes/contacts.ts";
import {
  type CustomersDeps,
  changeCustomer,
  findCustomer,
  listCustomers,
  provisionCustomer,
  readCustomer,
} from "../modules/admin/routes/customers.ts";
import { callPolicyOfKey, entityPolicyOfKey } from "../modules/admin/routes/key-policy.ts";
import {
  type AdminKeysDeps,
  issueCustomerKey,
  revokeCustomerKey,
  rotateCustomerKey,
} from "../modules/admin/routes/keys.ts";
import { findListOwner } from "../modules/admin/routes/list-owner.ts";
import {
  createOrganization,
  listOrganizations,
  type OrganizationsDeps,
  readOrganization,
} from "../modules/admin/routes/organizations.ts";
import { readStats } from "../modules/admin/routes/stats.ts";
import {
  listUsers,
  removePassword,
  setPassword,
  type UsersDeps,
} from "../modules/admin/routes/users.ts";
import {
  deleteEntityList,
  readEntityList,
  replaceEntityList,
} from "../modules/entities/routes/entity-list.ts";
import {
  createEntityList,
  type EntityListsDeps,
  readEntityLists,
} from "../modules/entities/routes/entity-lists.ts";

export interface AdminDeps
  extends CustomersDeps,
    AdminKeysDeps,
    OrganizationsDeps,
    UsersDeps,
    VerificationDeps,
    AuditLogDeps {
  readonly authenticate: RequestHandler;
  /** With the owner whom `findListOwner` finds. */
  readonly entityLists: EntityListsDeps;
}

const ROOT = "/api/v1/admin";

/** All of them need the key of an administrator. */
export function adminEndpoints(router: IRouter, deps: AdminDeps): void {
  const { authenticate, entityLists } = deps;

  function admin(path: string, methods: Parameters<typeof endpoint>[2]): void {
    const guarded = Object.entries(methods).map(
      ([method, handlers]) => [method, [authenticate, ...handlers]] as const,
    );
    endpoint(router, `${ROOT}${path}`, Object.fromEntries(guarded));
  }

  admin("/customers", { get: [listCustomers(deps)], post: provisionCustomer(deps) });
  admin("/customers/search", { post: findCustomer(deps) });
  admin("/customers/:customer_id", { get: [readCustomer(deps)], patch: changeCustomer(deps) });

  admin("/customers/:customer_id/keys", { post: issueCustomerKey(deps) });
  admin("/customers/:customer_id/keys/:key_id", { delete: [revokeCustomerKey(deps)] });
  admin("/customers/:customer_id/keys/:key_id/rotate", { post: rotateCustomerKey(deps) });

  const owner = findListOwner(deps);
  admin("/customers/:customer_id/entity-lists", {
    get: [owner, readEntityLists(entityLists)],
    post: [owner, createEntityList(entityLists)],
  });
  admin("/customers/:customer_id/entity-lists/:list_id", {
    get: [owner, readEntityList(entityLists)],
    put: [owner, replaceEntityList(entityLists)],
    delete: [owner, deleteEntityList(entityLists)],
  });
  admin("/keys/:key_id/entity-policy", entityPolicyOfKey(deps));
  admin("/keys/:key_id/call-policy", callPolicyOfKey(deps));

  admin("/organizations", { get: [listOrganizations(deps)], post: [createOrganization(deps)] });
  admin("/organizations/:org_id", { get: [readOrganization(deps)] });
  admin("/users", { get: [listUsers(deps)] });
  admin("/users/:customer_id/password", {
    put: setPassword(deps),
    delete: [removePassword(deps)],
  });
  admin("/contacts", { get: [listContacts(deps)] });
  admin("/contacts/:contact_id", { delete: [deleteContact(deps)] });
  admin("/audit/verification", { get: [verifyAuditLog(deps)] });
  admin("/audit/checkpoint", { get: [readCheckpoint(deps)] });
  admin("/audit/leaves", { get: [readLeaves(deps)] });
  admin("/audit/time-stamp", { get: [readTimeStamp(deps)] });
  admin("/stats", { get: [readStats(deps)] });
}
