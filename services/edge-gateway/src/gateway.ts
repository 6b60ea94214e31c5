import type { Clock } from "@veil/contracts/clock";
import { OPERATIONS, type Operation } from "@veil/contracts/openapi";
import {
  createOpsApp,
  operatorHandlers,
  type ReadyCheck,
  type Service,
} from "@veil/service-kit/http";
import {
  createLogger,
  createMetrics,
  type Logger,
  type Metrics,
} from "@veil/service-kit/telemetry";
import { createTracing, type Tracing } from "@veil/tracing";
import { createApp } from "./api/app.ts";
import type { ServedOperations } from "./api/register-operations.ts";
import type { GatewayConfig } from "./config.ts";
import { callerOf, sessionCallerOf } from "./modules/accounts/http.ts";
import type { CustomerId } from "./modules/accounts/index.ts";
import { createAccountsModule } from "./modules/accounts/module.ts";
import { createAdminModule } from "./modules/admin/module.ts";
import { createAuditModule } from "./modules/audit/module.ts";
import { createCallsModule } from "./modules/calls/module.ts";
import type { ThreadedTextScans } from "./modules/calls/scanning/create-text-scans.ts";
import { createCertificatesModule } from "./modules/certificates/module.ts";
import { createComplianceModule } from "./modules/compliance/module.ts";
import { createEntitiesModule } from "./modules/entities/module.ts";
import type { IsolationMonitor } from "./modules/isolation/index.ts";
import { createIsolationModule } from "./modules/isolation/module.ts";
import { createMcpModule } from "./modules/mcp/module.ts";
import { createPortalModule } from "./modules/portal/module.ts";
import { createReferenceModule } from "./modules/reference/module.ts";
import { createScanModule } from "./modules/scan/module.ts";
import { createSdkModule } from "./modules/sdk/module.ts";
import { type Clients, createClients, createTls, createTransports } from "./platform/clients.ts";
import { sharedBodyBudget } from "./platform/shared-body-budget.ts";
import { createReadiness } from "./readiness.ts";
import { createDataCheck } from "./resealing/data-check.ts";
import { openStores, type Stores } from "./stores.ts";

export interface GatewayOverrides {
  readonly log?: Logger;
  readonly stores?: Stores;
  readonly nowMs?: Clock;
  readonly isolation?: IsolationMonitor;
  /** How long after its deadline an SDK call may end. */
  readonly workerGraceMs?: number;
  readonly scans?: ThreadedTextScans;
  /** An additional module: its operations and their handlers. */
  readonly module?: {
    readonly operations: readonly Operation[];
    readonly serves: ServedOperations;
  };
}

const SERVICE = "edge-gateway";
const LAST_ANSWERS_MS = 1_000;
const WORKER_GRACE_MS = 5_000;

export function createGateway(config: GatewayConfig, overrides: GatewayOverrides = {}): Service {
  const log = overrides.log ?? createLogger({ service: SERVICE, level: config.logLevel });
  const metrics = createMetrics(SERVICE);
  const stores = overrides.stores ?? openStores(config, log);
  const tls = createTls(config, log, metrics);
  const clients = createClients(config, tls.own);
  const tracing =
    config.tracing && createTracing(config.tracing, { service: SERVICE, metrics, log });
  const { nowMs = Date.now, workerGraceMs = WORKER_GRACE_MS } = overrides;
  const platform = { config, stores, clients, metrics, tracing, log, nowMs, workerGraceMs };
  const modules = createModules(platform, overrides);
  const compliance = createCompliance(platform, modules);
  const { accounts, entities, isolation, certificates, calls, audit } = modules;
  const unopenedColumns = () => stores.unopenedColumns(config.dataKeys);
  const isDataOpened = createDataCheck({ unopenedColumns, log });
  const ready = createReadiness({ stores, isDataOpened, state: calls.state });

  return {
    log,
    limits: config.timing,
    app: createPublicApp(platform, { ...modules, compliance }, ready, overrides),
    opsApp: createOpsApp({
      service: SERVICE,
      metrics,
      log,
      ready,
      invariant: isolation.operatorReport,
    }),
    tls: tls.listen,
    async start() {
      await Promise.all([calls.start(), accounts.start(), tracing?.start()]);
      for (const module of [audit, isolation, certificates, compliance]) module.start();
    },
    graceMs: config.shutdownGraceMs,
    drain: async () => scheduleEndOfWaits(config.shutdownGraceMs, calls.endWaits),
    async stop() {
      // Audit is stopped last, because the other modules store events until they have stopped.
      for (const module of [compliance, calls, certificates, isolation, audit]) await module.stop();
      for (const part of [entities, accounts, clients, stores]) await part.close();
      await tracing?.stop();
    },
  };
}

interface Platform {
  readonly config: GatewayConfig;
  readonly stores: Stores;
  readonly clients: Clients;
  readonly metrics: Metrics;
  readonly tracing: Tracing | undefined;
  readonly log: Logger;
  readonly nowMs: Clock;
  readonly workerGraceMs: number;
}

/**
 * Creates the modules in the order of their dependencies: each gets what it needs from the previous
 * ones.
 */
function createModules(platform: Platform, overrides: GatewayOverrides) {
  const { config, stores, clients, metrics, log, nowMs, workerGraceMs } = platform;
  const { trust } = clients;
  const transports = createTransports(config, clients, log);
  const audit = createAuditModule({
    eventOutbox: stores.eventOutbox,
    transport: transports.events,
    clients,
    customerOf: callerOf,
    organizationOf: sessionCallerOf,
    log,
    nowMs,
  });
  const { onEvents } = audit;
  const onKeyEnded = (customerId: CustomerId) => calls.forgetTokens(customerId);
  const accounts = createAccountsModule({ config, stores, trust, onKeyEnded, metrics, log, nowMs });
  const { onChanged, isValidKey } = accounts;
  const lists = stores.entityLists;
  const entities = createEntitiesModule({ config, lists, clients, onChanged, log, nowMs });
  const reports = stores.isolationReports;
  const override = overrides.isolation;
  const probed = { reports, override, metrics };
  const isolation = createIsolationModule({ config, clients, ...probed, log, nowMs });
  const certificates = createCertificatesModule({
    config,
    stores,
    clients,
    onEvents,
    metrics,
    log,
    nowMs,
  });
  const calls = createCallsModule({
    config,
    stores,
    clients,
    transport: transports.jobs,
    isolation: isolation.isolation,
    scans: overrides.scans,
    isValidKey,
    certificates: certificates.certificates,
    onEvents,
    workerGraceMs,
    metrics,
    log,
    nowMs,
  });
  const queueDepths = transports.queueDepths;
  return { audit, accounts, entities, isolation, certificates, calls, queueDepths };
}

type Modules = ReturnType<typeof createModules>;

/** Creates the module that measures the others. */
function createCompliance(
  { config, stores, clients, metrics, log, nowMs }: Platform,
  { audit, accounts, entities, isolation, certificates, calls }: Modules,
) {
  return createComplianceModule({
    config,
    stores,
    clients,
    isolation: isolation.isolation,
    readTrail: audit.readTrail,
    logReader: audit.logReader,
    currentManifest: certificates.currentManifest,
    reading: certificates.reading,
    accounts,
    lists: entities.listErasure,
    sanitiser: calls.scanSanitiser,
    scans: calls.scans,
    activities: calls.counts.activities,
    flushTally: calls.counts.tally.flush,
    searchJobs: calls.stored.search,
    deleteJob: calls.stored.delete,
    onEvents: audit.onEvents,
    metrics,
    log,
    nowMs,
  });
}

type AllModules = Modules & { readonly compliance: ReturnType<typeof createCompliance> };

function createAdmin(
  { config, stores, clients, metrics, log, nowMs }: Platform,
  { audit, accounts, entities, calls, queueDepths }: Modules,
) {
  const { secrets, keys, onFailedKey, hashPassword, onChanged } = accounts;
  return createAdminModule({
    ...{ config, stores, clients, metrics, log, nowMs, queueDepths },
    ...{ secrets, keys, onFailedKey, hashPassword, onChanged },
    ...{ auditLog: audit.logReader, readTrail: audit.readTrail, onEvents: audit.onEvents },
    ...{ listsOf: entities.listsOf, scans: calls.scans },
  });
}

/** Creates the modules that keep no state, and the app that serves all modules. */
function createPublicApp(
  platform: Platform,
  modules: AllModules,
  ready: () => Promise<readonly ReadyCheck[]>,
  { module }: GatewayOverrides,
) {
  const { config, stores, clients, metrics, tracing, log, workerGraceMs } = platform;
  const { audit, accounts, entities, isolation, certificates, calls, compliance } = modules;
  const { scans, direct } = calls;
  const { credentials, entityLists } = stores;
  const operations = [...OPERATIONS, ...(module?.operations ?? [])];
  const scan = createScanModule({ sanitiser: calls.scanSanitiser, scans, entityLists });
  const sdk = createSdkModule({ config, credentials, clients, calls: direct, workerGraceMs });
  const mcp = createMcpModule({
    config,
    sdk: sdk.sdk,
    scan: scan.scan,
    usage: accounts.usage,
    reading: certificates.reading,
    currentManifest: certificates.currentManifest,
    requireInferenceLeft: accounts.requireInferenceLeft,
    requireOwnOrigin: accounts.origin.requireIfNamed,
    log,
  });
  const portal = createPortalModule();
  const admin = createAdmin(platform, modules);
  return createApp({
    log,
    metrics,
    tracing,
    trustProxy: config.trustProxy,
    sdkErrorShape: config.sdkErrorShape,
    legacy: config.legacy,
    operations,
    features: {
      certificates: config.veilEnabled,
      "operator pages": config.operatorHosts.length > 0,
      responses: config.extensions.has("responses"),
    },
    served: [
      operatorPages(ready, isolation.report),
      ...[audit, accounts, entities, certificates, calls, compliance, scan, sdk, mcp, admin].map(
        ({ serves }) => serves,
      ),
      module?.serves ?? {},
    ],
    checks: {
      ...accounts.checks,
      authenticate: { ...accounts.authenticate, ...admin.authenticate },
      countUse: calls.counts.countUse,
      bodyBudget: sharedBodyBudget(config.bodies.inference, "rate_limit_exceeded")(callerOf),
    },
    pages: {
      ...createReferenceModule({ operations, securityContact: config.securityContact }).pages,
      ...portal.pages,
    },
    files: portal.files,
  });
}

function operatorPages(
  ready: () => Promise<readonly ReadyCheck[]>,
  invariant: () => Promise<object>,
): ServedOperations {
  const operator = operatorHandlers({ service: SERVICE, ready, invariant });
  return {
    readHealth: operator.health,
    readReadiness: operator.ready,
    readInvariant: operator.invariant,
  };
}

/** Sends a 202 to waiting clients shortly before the end of the grace period. */
function scheduleEndOfWaits(graceMs: number, endWaits: () => void): void {
  setTimeout(endWaits, Math.max(0, graceMs - LAST_ANSWERS_MS)).unref();
}
