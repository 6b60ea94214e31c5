import { endpoint } from "@veil/http-kit";
import type { IRouter, RequestHandler } from "express";
import { requireTier } from "../middleware/require-tier.ts";
import { deleteEntityList, readEntityList, replaceEntityList } from "./entity-list.ts";
import { createEntityList, type EntityListsDeps, readEntityLists } from "./entity-lists.ts";
import { readEntityPolicy } from "./entity-policy.ts";

export interface AccountDeps {
  readonly authenticate: RequestHandler;
  readonly perMinute: RequestHandler;
  readonly bodyBudget: RequestHandler;
  readonly entityLists: EntityListsDeps;
}

/** What a customer can see and set with any of their keys. */
export function accountEndpoints(router: IRouter, deps: AccountDeps): void {
  const { authenticate, perMinute, bodyBudget, entityLists } = deps;
  const known = [authenticate, requireTier("free"), perMinute];
  const withList = [...known, bodyBudget];
  endpoint(router, "/api/v1/account/entity-policy", { get: [...known, readEntityPolicy] });
  endpoint(router, "/api/v1/account/entity-lists", {
    get: [...known, readEntityLists(entityLists)],
    post: [...withList, createEntityList(entityLists)],
  });
  endpoint(router, "/api/v1/account/entity-lists/:list_id", {
    get: [...known, readEntityList(entityLists)],
    put: [...withList, replaceEntityList(entityLists)],
    delete: [...known, deleteEntityList(entityLists)],
  });
}
