import type { Clock } from "@veil/contracts/clock";
import { systemRandomBytes } from "@veil/crypto";
import type { Logger, Metrics } from "@veil/service-kit/telemetry";
import type { QueueDepth } from "@veil/transport/jobs";
import type { Request, RequestHandler, Response } from "express";
import type { ServedOperations } from "../../api/register-operations.ts";
import type { GatewayConfig } from "../../config.ts";
import type { Clients } from "../../platform/clients.ts";
import type { Stores } from "../../stores.ts";
import type { AccountSecrets, CustomerId, KeyManagement } from "../accounts/index.ts";
import type { LogReader, OnEvents, ReadTrail } from "../audit/index.ts";
import type { TextScans } from "../calls/index.ts";
import type { ListHandlers } from "../entities/http.ts";
import type { ListOwner } from "../entities/index.ts";
import { registerBacklogMetrics } from "./adapters/backlog-metrics.ts";
import { createOperatorTokens } from "./adapters/sealed-operator-tokens.ts";
import { createProvisionCustomer } from "./domain/customer-changes.ts";
import { readCheckpoint, readLeaves, readTimeStamp, verifyAuditLog } from "./routes/audit-log.ts";
import { readBacklog } from "./routes/backlog.ts";
import { listChanges } from "./routes/changes.ts";
import {
  type AdminContext,
  authenticateOperator,
  findListOwner,
  ownerOf,
} from "./routes/context.ts";
import {
  changeCustomer,
  findCustomer,
  listCustomers,
  provisionCustomer,
  readCustomer,
} from "./routes/customers.ts";
import { callPolicyOfKey, entityPolicyOfKey } from "./routes/key-policy.ts";
import { issueCustomerKey, revokeCustomerKey, rotateCustomerKey } from "./routes/keys.ts";
import { createOrganization, listOrganizations, readOrganization } from "./routes/organizations.ts";
import { startOperatorSession } from "./routes/session.ts";
import { listUsers, removePassword, setPassword } from "./routes/users.ts";
import {
  deleteContact,
  listContacts,
  provisionFromWebsite,
  readStats,
  readWebsiteStats,
  storeContact,
} from "./routes/website.ts";

interface AdminNeeds {
  readonly config: GatewayConfig;
  readonly stores: Pick<
    Stores,
    "accounts" | "apiKeys" | "backlog" | "directory" | "eventOutbox" | "passwords" | "usage"
  >;
  readonly clients: Clients;
  readonly secrets: AccountSecrets;
  readonly keys: KeyManagement;
  readonly onFailedKey: (req: Request, res: Response) => Promise<void>;
  readonly hashPassword: (password: string) => Promise<string>;
  /** Called after the customer or one of their keys has changed. */
  readonly onChanged: (customerId: CustomerId) => void;
  readonly listsOf: (ownerOf: (res: Response) => ListOwner) => ListHandlers;
  readonly scans: TextScans;
  readonly auditLog: LogReader;
  readonly readTrail: ReadTrail;
  /** Called after audit events were stored. */
  readonly onEvents: OnEvents;
  readonly queueDepths: () => Promise<readonly QueueDepth[]>;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly nowMs: Clock;
}

interface AdminModule {
  readonly serves: ServedOperations;
  readonly authenticate: Readonly<Record<"admin" | "website", RequestHandler>>;
}

export function createAdminModule(needs: AdminNeeds): AdminModule {
  const { config, stores, listsOf, onFailedKey, onEvents, nowMs } = needs;
  const tokens = createOperatorTokens({ ...config, keys: config.adminKeys, nowMs });
  const sessions = { tokens, isOperatorHost: operatorHost(config.operatorHosts) };
  const deps = createDeps(needs);
  registerBacklogMetrics({ ...needs, stored: stores.backlog });
  const owner = findListOwner(deps);
  const lists = listsOf(ownerOf);
  return {
    serves: {
      ...ofCustomers(deps),
      ...ofOthers(deps),
      ...(config.operatorHosts.length > 0 && {
        adminStartSession: startOperatorSession({ ...stores, ...sessions, onEvents, nowMs }),
      }),
      adminListEntityLists: [owner, lists.all],
      adminCreateEntityList: [owner, lists.create],
      adminReadEntityList: [owner, lists.read],
      adminReplaceEntityList: [owner, lists.replace],
      adminDeleteEntityList: [owner, lists.remove],
      websiteProvision: provisionFromWebsite(deps),
      websiteReadStats: readWebsiteStats(deps),
      websiteContact: storeContact(deps),
    },
    authenticate: {
      admin: authenticateOperator({
        ...{ kind: "admin", keys: config.adminKeys, sessions, onFailedKey },
      }),
      website: authenticateOperator({ kind: "website", keys: config.websiteKeys, onFailedKey }),
    },
  };
}

/** Returns a check whether a request came to one of these hosts. */
function operatorHost(hosts: readonly string[]): (req: Request) => boolean {
  return ({ headers }) => hosts.includes(headers.host?.toLowerCase() ?? "");
}

function createDeps(needs: AdminNeeds): AdminContext {
  const { config, stores, clients, secrets, queueDepths, log, nowMs } = needs;
  const { accounts, apiKeys, usage, passwords, directory } = stores;
  const random = systemRandomBytes;
  const prefixes = config.providerKeyPrefixes;
  return {
    accounts,
    apiKeys,
    usage,
    passwords,
    directory,
    secrets,
    keys: needs.keys,
    scans: needs.scans,
    hashPassword: needs.hashPassword,
    onChanged: needs.onChanged,
    random,
    nowMs,
    provision: createProvisionCustomer({
      accounts,
      apiKeys,
      secrets,
      random,
      nowMs,
      prefixes,
      trust: clients.trust,
    }),
    auditLog: needs.auditLog,
    readTrail: needs.readTrail,
    backlog: {
      stored: stores.backlog,
      queues: () =>
        queueDepths().catch((error: unknown) => {
          log.warn("queues_not_read", { error });
          return undefined;
        }),
    },
  };
}

function ofCustomers(deps: AdminContext): ServedOperations {
  const entityPolicy = entityPolicyOfKey(deps);
  const callPolicy = callPolicyOfKey(deps);
  return {
    adminListCustomers: listCustomers(deps),
    adminProvisionCustomer: provisionCustomer(deps),
    adminFindCustomer: findCustomer(deps),
    adminReadCustomer: readCustomer(deps),
    adminChangeCustomer: changeCustomer(deps),
    adminIssueKey: issueCustomerKey(deps),
    adminRevokeKey: revokeCustomerKey(deps),
    adminRotateKey: rotateCustomerKey(deps),
    adminReadKeyPolicy: entityPolicy.read,
    adminSetKeyPolicy: entityPolicy.set,
    adminClearKeyPolicy: entityPolicy.clear,
    adminReadCallPolicy: callPolicy.read,
    adminSetCallPolicy: callPolicy.set,
    adminClearCallPolicy: callPolicy.clear,
  };
}

function ofOthers(deps: AdminContext): ServedOperations {
  return {
    adminListOrganizations: listOrganizations(deps),
    adminCreateOrganization: createOrganization(deps),
    adminReadOrganization: readOrganization(deps),
    adminListUsers: listUsers(deps),
    adminSetPassword: setPassword(deps),
    adminRemovePassword: removePassword(deps),
    adminListContacts: listContacts(deps),
    adminDeleteContact: deleteContact(deps),
    adminVerifyAudit: verifyAuditLog(deps),
    adminReadCheckpoint: readCheckpoint(deps),
    adminReadLeaves: readLeaves(deps),
    adminReadTimeStamp: readTimeStamp(deps),
    adminReadStats: readStats(deps),
    adminListChanges: listChanges(deps),
    adminReadBacklog: readBacklog(deps),
  };
}
