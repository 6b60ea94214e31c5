import {
  deleteProviderKey,
  type ProviderKeyDeps,
  replaceProviderKey,
} from "../modules/accounts/routes/provider-key.ts";
import { type AuditExportDeps, exportAudit } from "../modules/audit/routes/audit-export.ts";
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
  readonly auditExport: AuditExportDeps;
}

export function accountEndpoints(customer: CustomerEndpoint, deps: AccountDeps): void {
  const { entityLists, providerKey, auditExport } = deps;
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
  customer("/api/v1/audit/export", { get: [exportAudit(auditExport)] }, { tier: "pro" });
  customer("/api/v1/account/provider-key", {
    put: replaceProviderKey(providerKey),
    delete: [deleteProviderKey(providerKey)],
  });
}
