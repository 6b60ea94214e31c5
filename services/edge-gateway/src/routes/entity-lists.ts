import {
  EntityListRequest,
  type EntityListSummary,
  type EntityListsResponse,
} from "@veil/contracts/public/entity-lists";
import type { RandomBytes, TrustBundle } from "@veil/crypto";
import { checked } from "@veil/http-kit";
import type { Request, RequestHandler } from "express";
import type { CustomerId } from "../domain/accounts/caller.ts";
import { boxEntityList, newListId, requireUsableEntries } from "../domain/accounts/entity-list.ts";
import { requireListChange } from "../domain/accounts/entity-policy.ts";
import { callerOf } from "../middleware/authenticate.ts";
import type { EntityLists, StoredEntityList } from "../ports/entity-lists.ts";

export interface EntityListsDeps {
  readonly lists: EntityLists;
  /** What this replica remembers of the customer is no longer so. */
  readonly onChanged: (customerId: CustomerId) => void;
  readonly trust: TrustBundle;
  readonly random: RandomBytes;
  readonly nowMs: () => number;
}

const ENTITY_LISTS_PATH = "/api/v1/account/entity-lists";

const parse = checked(EntityListRequest);

/** `POST /api/v1/account/entity-lists`: 201 with the list's summary. */
export function createEntityList(deps: EntityListsDeps): RequestHandler {
  const { lists, onChanged, trust, random, nowMs } = deps;
  return async function handleCreateEntityList(req, res) {
    const { customerId, entityPolicy } = callerOf(res);
    const content = readEntityListContent(req);
    const adds = content.kind === "deny";
    requireListChange(entityPolicy, adds ? "more is replaced" : "less may be replaced");
    const listId = newListId(random);
    const list = boxEntityList(content, { listId, version: 1, trust });
    const stored = await lists.create(customerId, listId, list, new Date(nowMs()));
    onChanged(customerId);
    res.status(201).location(`${ENTITY_LISTS_PATH}/${listId}`).json(summaryOf(stored));
  };
}

/** `GET /api/v1/account/entity-lists`. */
export function readEntityLists({ lists }: EntityListsDeps): RequestHandler {
  return async function handleReadEntityLists(_req, res) {
    const stored = await lists.all(callerOf(res).customerId);
    const body: EntityListsResponse = { lists: stored.map(summaryOf) };
    res.json(body);
  };
}

export function readEntityListContent(req: Request): EntityListRequest {
  const content = parse(req.body);
  requireUsableEntries(content);
  return content;
}

export function summaryOf(stored: StoredEntityList): EntityListSummary {
  const { listId, version, kind, entryCount, updatedAt } = stored;
  return {
    list_id: listId,
    version,
    kind,
    entry_count: entryCount,
    updated_at: updatedAt.toISOString(),
  };
}
