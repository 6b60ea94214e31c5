import type { RequestHandler } from "express";
import type { CustomerEndpoint } from "./customer-endpoint.ts";
import { deleteEntityList, readEntityList, replaceEntityList } from "./entity-list.ts";
import { createEntityList, type EntityListsDeps, readEntityLists } from "./entity-lists.ts";
import { readEntityPolicy } from "./entity-policy.ts";

export interface AccountDeps {
  readonly bodyBudget: RequestHandler;
  readonly entityLists: EntityListsDeps;
}

/** What a customer can see and set with any of their keys that is not for development. */
export function accountEndpoints(customer: CustomerEndpoint, deps: AccountDeps): void {
  const { bodyBudget, entityLists } = deps;
  customer("/api/v1/account/entity-policy", { get: [readEntityPolicy] });
  customer("/api/v1/account/entity-lists", {
    get: [readEntityLists(entityLists)],
    post: [bodyBudget, createEntityList(entityLists)],
  });
  customer("/api/v1/account/entity-lists/:list_id", {
    get: [readEntityList(entityLists)],
    put: [bodyBudget, replaceEntityList(entityLists)],
    delete: [deleteEntityList(entityLists)],
  });
}
