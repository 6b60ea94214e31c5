import type { Clock } from "@veil/contracts/clock";
import type { EntityListSummary, EntityListsResponse } from "@veil/contracts/public/entity-lists";
import type { RandomBytes, TrustBundle } from "@veil/crypto";
import { type BodyBudget, contextOf, readBody } from "@veil/service-kit/http";
import type { Request, RequestHandler, Response } from "express";
import { LARGE_BODY_BYTES } from "../../../api/body-limits.ts";
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
  /** The caller, or the customer whom an administrator has named. */
  readonly ownerOf: (res: Response) => ListOwner;
  readonly reader: EntityListReader;
  readonly onChanged: (customerId: CustomerId) => void;
  /** Separate from that of inference, so that uploads of lists cannot block it. */
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

export function changeOf(
  what: Parameters<typeof listChange>[0],
  { ownerOf, nowMs }: EntityListsDeps,
  res: Response,
): ListChange {
  const { entityPolicy: _, ...owner } = ownerOf(res);
  const { requestId } = contextOf(res);
  return listChange(what, { ...owner, requestId, now: new Date(nowMs()) });
}

export async function readEntityListBody(
  { reader, bodyBudget }: EntityListsDeps,
  req: Request,
  res: Response,
): Promise<CheckedEntityList> {
  return await reader.read(await readBody(req, LARGE_BODY_BYTES, bodyBudget(res)));
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
