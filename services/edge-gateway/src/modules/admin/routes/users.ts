import { checked } from "@veil/contracts/parsing";
import { type AdminUsersResponse, SetPasswordRequest } from "@veil/contracts/public/admin";
import { PageQuery } from "@veil/contracts/public/pages";
import type { Request, RequestHandler, Response } from "express";
import { cursorOf, pageOf } from "../../../platform/pages.ts";
import { accountEvent } from "../../accounts/index.ts";
import { customerOf, noSuchCustomer } from "../domain/customer-changes.ts";
import { userView } from "../domain/views.ts";
import { type AdminContext, changeOf } from "./context.ts";

const parsePage = checked(PageQuery);
const parsePassword = checked(SetPasswordRequest);

/**
 * Handles `GET /api/v1/admin/users`, which lists customers with a password, the most recently set
 * password first.
 */
export function listUsers({ directory, secrets }: AdminContext): RequestHandler {
  return async function handleListUsers(req, res) {
    const { limit, from } = pageOf(parsePage(req.query));
    const { rows, next } = await directory.users(limit, from);
    const users = rows.map((row) => userView(row, secrets));
    const page: AdminUsersResponse = { users, ...cursorOf(next) };
    res.json(page);
  };
}

/**
 * Handles `PUT /api/v1/admin/users/{customer_id}/password`, which also ends the customer's
 * sessions.
 */
export function setPassword(deps: AdminContext): RequestHandler {
  return async function handleSetPassword(req, res) {
    const { password } = parsePassword(req.body);
    await store(deps, { req, res }, await deps.hashPassword(password));
  };
}

/**
 * Handles `DELETE /api/v1/admin/users/{customer_id}/password`, which also ends the customer's
 * sessions.
 */
export function removePassword(deps: AdminContext): RequestHandler {
  return async function handleRemovePassword(req, res) {
    await store(deps, { req, res }, undefined);
  };
}

async function store(
  deps: AdminContext,
  { req, res }: { readonly req: Request; readonly res: Response },
  hash: string | undefined,
): Promise<void> {
  const customer = await customerOf(deps.directory, req.params["customer_id"]);
  const type = hash === undefined ? "ADMIN_PASSWORD_REMOVED" : "ADMIN_PASSWORD_SET";
  const event = accountEvent(type, {}, await changeOf(deps, res, customer));
  if (!(await deps.passwords.set(customer.customerId, hash, event))) throw noSuchCustomer();
  res.status(204).end();
}
