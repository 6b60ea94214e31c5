import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import type { AdminOrganizationsResponse } from "@veil/contracts/public/admin";
import { PageQuery } from "@veil/contracts/public/pages";
import { randomHex } from "@veil/crypto";
import { contextOf } from "@veil/service-kit/http";
import type { RequestHandler } from "express";
import { cursorOf, pageOf } from "../../../platform/pages.ts";
import { auditScope } from "../../accounts/index.ts";
import { auditEvent } from "../../audit/index.ts";
import { organizationView } from "../domain/views.ts";
import { type AdminContext, changedByOf } from "./context.ts";

const parsePage = checked(PageQuery);

export function listOrganizations({ directory }: AdminContext): RequestHandler {
  return async function handleListOrganizations(req, res) {
    const { limit, from } = pageOf(parsePage(req.query));
    const { rows, next } = await directory.organizations(limit, from);
    const organizations = rows.map(organizationView);
    const page: AdminOrganizationsResponse = { organizations, ...cursorOf(next) };
    res.json(page);
  };
}

/**
 * Handles `POST /api/v1/admin/organizations`, which creates an organization without customers.
 * Customers are moved to it later.
 */
export function createOrganization(deps: AdminContext): RequestHandler {
  const { directory, secrets, random, nowMs } = deps;
  return async function handleCreateOrganization(_req, res) {
    const orgId = `org_${randomHex(random)}`;
    const sealedScopeKey = secrets.sealField("scope-key", orgId, random(32), random);
    const scope = auditScope({ orgId, sealedScopeKey }, secrets);
    const now = new Date(nowMs());
    const { requestId } = contextOf(res);
    const owner = { actor: "system", scope, subject: undefined, requestId };
    const payload = { changed_by: changedByOf(res) };
    const event = auditEvent("ADMIN_ORGANIZATION_CREATED", owner, payload, now);
    const created = await directory.createOrganization(orgId, sealedScopeKey, event);
    res.status(201).json(organizationView(created));
  };
}

export function readOrganization({ directory }: AdminContext): RequestHandler {
  return async function handleReadOrganization(req, res) {
    const row = await directory.organization(String(req.params["org_id"]));
    if (row === undefined) throw new ApiError("not_found", "The organization does not exist");
    res.json(organizationView(row));
  };
}
