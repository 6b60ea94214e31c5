import { systemRandomBytes } from "@veil/crypto";
import type { GatewayDeps } from "../../api/app.ts";
import type { SharedBodyBudget } from "../../api/shared-body-budget.ts";
import type { AccountParts, AccountsForOperators } from "../../composition/account-parts.ts";
import type { Clients } from "../../platform/clients.ts";
import type { Stores } from "../../stores.ts";
import { createHttpAuditLog } from "./adapters/http-audit-log.ts";
import { createHttpAuditVerifier } from "./adapters/http-audit-verifier.ts";
import { createProvisionCustomer } from "./domain/provision-customer.ts";
import { authenticateOperator } from "./middleware/authenticate-operator.ts";
import { ownerOf } from "./routes/list-owner.ts";

interface AdminParts extends Omit<AccountParts, "stores" | "clients" | "onKeyEnded"> {
  readonly scans: GatewayDeps["scan"]["scans"];
  readonly clients: Pick<Clients, "trust" | "clients">;
  readonly stores: Stores;
  readonly forOperators: AccountsForOperators;
  readonly entityLists: GatewayDeps["entityLists"];
  readonly listBodies: SharedBodyBudget;
}

export function createAdminModule(parts: AdminParts): Pick<GatewayDeps, "admin" | "website"> {
  const { config, stores, clients, forOperators, nowMs } = parts;
  const { secrets, keys, onFailedKey, hashPassword, onChanged } = forOperators;
  const random = systemRandomBytes;
  const { accounts: stored, apiKeys, usage, passwords, directory } = stores;
  const provision = createProvisionCustomer({
    ...{ accounts: stored, apiKeys, secrets, random, nowMs },
    prefixes: config.providerKeyPrefixes,
    trust: clients.trust,
  });
  const shared = { directory, secrets, random, nowMs, provision };
  const { scans } = parts;
  const authenticate = (kind: "admin" | "website", operatorKeys: typeof config.adminKeys) =>
    authenticateOperator({ kind, keys: operatorKeys, onFailedKey });
  const admin = {
    ...{ ...shared, scans, keys, onChanged, usage, apiKeys, passwords, hashPassword },
    authenticate: authenticate("admin", config.adminKeys),
    accounts: stored,
    auditLog: createHttpAuditLog(clients.clients.audit),
    verifyAudit: createHttpAuditVerifier(clients.clients.audit),
    entityLists: {
      ...parts.entityLists,
      ownerOf,
      bodyBudget: parts.listBodies(ownerOf),
    },
  };
  return {
    admin,
    website: { ...shared, authenticate: authenticate("website", config.websiteKeys) },
  };
}
