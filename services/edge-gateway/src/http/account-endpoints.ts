import type { RequestHandler } from "express";
import type { CustomerEndpoint } from "../api/register-operations.ts";
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
import { type AccountAuditDeps, viewAudit } from "../modules/audit/routes/account-audit.ts";
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

export interface AccountDeps {
  readonly entityLists: EntityListsDeps;
  readonly account: AccountRouteDeps & AccountDeletionDeps;
  readonly keys: KeysDeps;
  readonly providerKey: ProviderKeyDeps;
  readonly auditExport: AuditExportDeps;
  readonly accountAudit: AccountAuditDeps;
  readonly auditViewLimit: RequestHandler;
}

export function accountEndpoints(customer: CustomerEndpoint, deps: AccountDeps): void {
  const { entityLists, keys, providerKey } = deps;
  const own: CustomerEndpoint = (path, methods) =>
    customer(path, methods, { callers: "key or session" });
  own("/api/v1/account", {
    get: [readAccount(deps.account)],
    patch: patchAccount(deps.account),
    delete: removeAccount(deps.account),
  });
  own("/api/v1/account/keys", { get: [readKeys(keys)], post: issueKey(keys) });
  own("/api/v1/account/keys/:key_id", { delete: [revokeKey(keys)] });
  own("/api/v1/account/keys/:key_id/rotate", { post: rotateKey(keys) });
  own("/api/v1/account/entity-policy", { get: [readEntityPolicy] });
  own("/api/v1/account/entity-lists", {
    get: [readEntityLists(entityLists)],
    post: [createEntityList(entityLists)],
  });
  own("/api/v1/account/entity-lists/:list_id", {
    get: [readEntityList(entityLists)],
    put: [replaceEntityList(entityLists)],
    delete: [deleteEntityList(entityLists)],
  });
  auditEndpoints(customer, deps);
  own("/api/v1/account/provider-key", {
    put: replaceProviderKey(providerKey),
    delete: [deleteProviderKey(providerKey)],
  });
}

function auditEndpoints(customer: CustomerEndpoint, deps: AccountDeps): void {
  const { auditExport, accountAudit, auditViewLimit: limit } = deps;
  const own = { get: [exportAudit(auditExport)] };
  customer("/api/v1/audit/export", own, { callers: "key or session", tier: "pro" });
  const view = { get: [viewAudit(accountAudit)] };
  customer("/api/v1/account/audit", view, { callers: "session", limit });
}
