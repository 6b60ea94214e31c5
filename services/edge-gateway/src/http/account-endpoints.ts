import {
  deleteEntityList,
  readEntityList,
  replaceEntityList,
} from "../modules/entities/routes/entity-list.ts";
import {
  createEntityList,
  type EntityListsDeps,
  readEntityLists,
} from "../modules/entities/routes/entity-lists.ts";
import { readEntityPolicy } from "../modules/entities/routes/entity-policy.ts";
import type { CustomerEndpoint } from "./customer-endpoint.ts";

export interface AccountDeps {
  readonly entityLists: EntityListsDeps;
}

export function accountEndpoints(customer: CustomerEndpoint, deps: AccountDeps): void {
  const { entityLists } = deps;
  customer("/api/v1/account/entity-policy", { get: [readEntityPolicy] });
  customer("/api/v1/account/entity-lists", {
    get: [readEntityLists(entityLists)],
    post: [createEntityList(entityLists)],
  });
  customer("/api/v1/account/entity-lists/:list_id", {
    get: [readEntityList(entityLists)],
    put: [replaceEntityList(entityLists)],
    delete: [deleteEntityList(entityLists)],
  });
}
