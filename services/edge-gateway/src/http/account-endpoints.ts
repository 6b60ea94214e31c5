import {
  type AccountRouteDeps,
  patchAccount,
  readAccount,
} from "../modules/accounts/routes/account.ts";
import {
  type AccountDeletionDeps,
  removeAccount,
} from "../modules/accounts/routes/account-deletion.ts";
import { revokeKey, rotateKey } from "../modules/accounts/routes/key.ts";
import { issueKey, type KeysDeps, readKeys } from "../modules/accounts/routes/keys.ts";
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
  readonly account: AccountRouteDeps & AccountDeletionDeps;
  readonly keys: KeysDeps;
  readonly providerKey: ProviderKeyDeps;
  readonly auditExport: AuditExportDeps;
}

export function accountEndpoints(customer: CustomerEndpoint, deps: AccountDeps): void {
  const { account, entityLists, keys, providerKey, auditExport } = deps;
  customer("/api/v1/account", {
    get: [readAccount(account)],
    patch: patchAccount(account),
    delete: removeAccount(account),
  });
  customer("/api/v1/account/keys", { get: [readKeys(keys)], post: issueKey(keys) });
  customer("/api/v1/account/keys/:key_id", { delete: [revokeKey(keys)] });
  customer("/api/v1/account/keys/:key_id/rotate", { post: rotateKey(keys) });
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
