import type { RequestHandler, Response } from "express";
import type { ListOwner } from "../../entities/index.ts";
import { customerOf } from "../domain/customer-of.ts";
import { type AdminContext, changeOf } from "./context.ts";

/** Finds the customer in the path, for `ownerOf`. No key's policy binds an administrator. */
export function findListOwner(deps: AdminContext): RequestHandler {
  return async function handleFindListOwner(req, res, next) {
    const customer = await customerOf(deps.directory, req.params["customer_id"]);
    const { customerId, scope, subject, changedBy } = await changeOf(deps, res, customer);
    const owner: ListOwner = { customerId, scope, subject, changedBy, entityPolicy: undefined };
    res.locals["listOwner"] = owner;
    next();
  };
}

export function ownerOf(res: Response): ListOwner {
  const owner = res.locals["listOwner"] as ListOwner | undefined;
  if (owner === undefined) throw new TypeError("findListOwner is not installed");
  return owner;
}
