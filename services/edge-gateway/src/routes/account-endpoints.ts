import type { RequestHandler } from "express";
import type { CustomerEndpoint } from "./customer-endpoint.ts";
import { deleteEntityList, readEntityList, replaceEntityList } from "./entity-list.ts";
import { createEntityList, type EntityListsDeps, readEntityLists } from "./entity-lists.ts";
import { readEntityPolicy } from "./entity-policy.ts";

export interface AccountDeps {
  readonly perMinute: RequestHandler;
  readonly bodyBudget: RequestHandler;
  readonly entityLists: EntityListsDeps;
}

/** What a customer can see and set with any of their keys that is not for development. */
export function accountEndpoints(customer: CustomerEndpoint, deps: AccountDeps): void {
  const { perMinute, bodyBudget, entityLists } = deps;
  const withList = [perMinute, bodyBudget];
  customer("/api/v1/account/entity-policy", { get: [perMinute, readEntityPolicy] });
  customer("/api/v1/account/entity-lists", {
    get: [perMinute, readEntityLists(entityLists)],
    post: [...withList, createEntityList(entityLists)],
  });
  customer("/api/v1/account/entity-lists/:list_id", {
    get: [perMinute, readEntityList(entityLists)],
    put: [...withList, replaceEntityList(entityLists)],
    delete: [perMinute, deleteEntityList(entityLists)],
  });
}
