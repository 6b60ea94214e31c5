import {
  deleteProviderKey,
  type ProviderKeyDeps,
  replaceProviderKey,
} from "../modules/accounts/routes/provider-key.ts";
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
  readonly providerKey: ProviderKeyDeps;
}

export function accountEndpoints(customer: CustomerEndpoint, deps: AccountDeps): void {
  const { entityLists, providerKey } = deps;
  const account: CustomerEndpoint = (path, methods) =>
    customer(path, methods, { callers: "key or session" });
  account("/api/v1/account/entity-policy", { get: [readEntityPolicy] });
  account("/api/v1/account/entity-lists", {
    get: [readEntityLists(entityLists)],
    post: [createEntityList(entityLists)],
  });
  account("/api/v1/account/entity-lists/:list_id", {
    get: [readEntityList(entityLists)],
    put: [replaceEntityList(entityLists)],
    delete: [deleteEntityList(entityLists)],
  });
  account("/api/v1/account/provider-key", {
    put: replaceProviderKey(providerKey),
    delete: [deleteProviderKey(providerKey)],
  });
}
