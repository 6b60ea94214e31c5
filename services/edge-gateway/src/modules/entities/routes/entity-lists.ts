import type { Clock } from "@veil/contracts/clock";
import { ApiError } from "@veil/contracts/errors";
import type { EntityListSummary, EntityListsResponse } from "@veil/contracts/public/entity-lists";
import type { RandomBytes, TrustBundle } from "@veil/crypto";
import { type BodyBudget, contextOf, readBody } from "@veil/service-kit/http";
import type { Request, RequestHandler, Response } from "express";
import { LARGE_BODY_BYTES } from "../../../platform/shared-body-budget.ts";
import type { CustomerId } from "../../accounts/index.ts";
import { listChange } from "../domain/change-events.ts";
import { boxEntityList, newListId } from "../domain/entity-list.ts";
import { requireListChange } from "../domain/entity-policy.ts";
import type {
  CheckedEntityList,
  EntityListReader,
  EntityLists,
  ListChange,
  ListOwner,
  StoredEntityList,
} from "../ports.ts";

export interface EntityListsDeps {
  readonly lists: EntityLists;
  /**
   * Returns the owner of the lists: the caller, or the customer that an administrator has named.
   */
  readonly ownerOf: (res: Response) => ListOwner;
  readonly reader: EntityListReader;
  readonly onChanged: (customerId: CustomerId) => void;
  /**
   * The memory budget for uploaded lists. It is separate so that uploads cannot block inference.
   */
  readonly bodyBudget: BodyBudget;
  readonly trust: TrustBundle;
  readonly random: RandomBytes;
  readonly nowMs: Clock;
}

const ENTITY_LISTS_PATH = "/api/v1/account/entity-lists";

export function createEntityList(deps: EntityListsDeps): RequestHandler {
  const { lists, ownerOf, onChanged, trust, random } = deps;
  return async function handleCreateEntityList(req, res) {
    const { customerId, entityPolicy } = ownerOf(res);
    const checked = await readEntityListBody(deps, req, res);
    const adds = checked.kind === "deny";
    requireListChange(entityPolicy, adds ? "more is replaced" : "less may be replaced");
    const listId = newListId(random);
    const list = boxEntityList(checked, { listId, version: 1, trust });
    const stored = await lists.create(customerId, listId, list, changeOf("CREATED", deps, res));
    onChanged(customerId);
    res.status(201).location(`${ENTITY_LISTS_PATH}/${listId}`).json(summaryOf(stored));
  };
}

export function readEntityLists({ lists, ownerOf }: EntityListsDeps): RequestHandler {
  return async function handleReadEntityLists(_req, res) {
    const stored = await lists.all(ownerOf(res).customerId);
    const body: EntityListsResponse = { lists: stored.map(summaryOf) };
    res.json(body);
  };
}

function changeOf(
  what: Parameters<typeof listChange>[0],
  { ownerOf, nowMs }: EntityListsDeps,
  res: Response,
): ListChange {
  const { entityPolicy: _, ...owner } = ownerOf(res);
  const { requestId } = contextOf(res);
  return listChange(what, { ...owner, requestId, now: new Date(nowMs()) });
}

async function readEntityListBody(
  { reader, bodyBudget }: EntityListsDeps,
  req: Request,
  res: Response,
): Promise<CheckedEntityList> {
  return await reader.read(await readBody(req, LARGE_BODY_BYTES, bodyBudget(res)));
}

function summaryOf(stored: StoredEntityList): EntityListSummary {
  const { listId, version, kind, entryCount, updatedAt } = stored;
  return {
    list_id: listId,
    version,
    kind,
    entry_count: entryCount,
    updated_at: updatedAt.toISOString(),
  };
}

/**
 * Handles `GET /api/v1/account/entity-lists/{list_id}`, which returns only a summary, because the
 * gateway cannot open the entries.
 */
export function readEntityList({ lists, ownerOf }: EntityListsDeps): RequestHandler {
  return async function handleReadEntityList(req, res) {
    const stored = await lists.find(ownerOf(res).customerId, listIdOf(req));
    if (stored === undefined) throw listNotFound();
    res.json(summaryOf(stored));
  };
}

/** Handles `PUT /api/v1/account/entity-lists/{list_id}`, which replaces all entries. */
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

/**
 * Returns the list id of the path. Other text is refused here, because the database might not
 * accept it.
 */
function listIdOf({ params }: Request): string {
  const listId = String(params["list_id"]);
  if (!LIST_ID.test(listId)) throw listNotFound();
  return listId;
}

/** Returns the error for an unknown list, which is also used for another customer's list. */
function listNotFound(): ApiError {
  return new ApiError("not_found", "The list does not exist");
}
