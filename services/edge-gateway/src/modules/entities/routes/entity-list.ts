import { ApiError } from "@veil/contracts/errors";
import type { Request, RequestHandler } from "express";
import { boxEntityList } from "../domain/entity-list.ts";
import { requireListChange } from "../domain/entity-policy.ts";
import { changeOf, type EntityListsDeps, readEntityListBody, summaryOf } from "./entity-lists.ts";

/** `GET /api/v1/account/entity-lists/{list_id}`: its summary; the gateway cannot open entries. */
export function readEntityList({ lists, ownerOf }: EntityListsDeps): RequestHandler {
  return async function handleReadEntityList(req, res) {
    const stored = await lists.find(ownerOf(res).customerId, listIdOf(req));
    if (stored === undefined) throw listNotFound();
    res.json(summaryOf(stored));
  };
}

/** `PUT /api/v1/account/entity-lists/{list_id}`: replaces all entries. */
export function replaceEntityList(deps: EntityListsDeps): RequestHandler {
  const { lists, ownerOf, onChanged, trust } = deps;
  return async function handleReplaceEntityList(req, res) {
    const { customerId, entityPolicy } = ownerOf(res);
    const listId = listIdOf(req);
    const checked = await readEntityListBody(deps, req, res);
    requireListChange(entityPolicy, "less may be replaced");
    const seal = (version: number) => boxEntityList(checked, { listId, version, trust });
    const change = changeOf("REPLACED", deps, res);
    const stored = await lists.replace(customerId, listId, seal, change);
    if (stored === undefined) throw listNotFound();
    onChanged(customerId);
    res.json(summaryOf(stored));
  };
}

export function deleteEntityList(deps: EntityListsDeps): RequestHandler {
  const { lists, ownerOf, onChanged } = deps;
  return async function handleDeleteEntityList(req, res) {
    const { customerId, entityPolicy } = ownerOf(res);
    requireListChange(entityPolicy, "less may be replaced");
    const change = changeOf("DELETED", deps, res);
    if (!(await lists.delete(customerId, listIdOf(req), change))) throw listNotFound();
    onChanged(customerId);
    res.status(204).end();
  };
}

const LIST_ID = /^lst_[0-9a-f]{32}$/;

/** Other text in the path was never an id, and the database may not accept it. */
function listIdOf({ params }: Request): string {
  const listId = String(params["list_id"]);
  if (!LIST_ID.test(listId)) throw listNotFound();
  return listId;
}

/** Another customer's list is reported as unknown. */
function listNotFound(): ApiError {
  return new ApiError("not_found", "The list does not exist");
}
