import { createPool, createSchemaCheck, type Database, type PoolOptions } from "@veil/postgres-kit";
import type { Logger } from "@veil/service-kit/telemetry";
import type { GatewayConfig } from "./config.ts";
import { createPostgresAccounts } from "./modules/accounts/customers/postgres-accounts.ts";
import { createPostgresProviderCredentials } from "./modules/accounts/customers/postgres-provider-credentials.ts";
import { createPostgresApiKeys } from "./modules/accounts/keys/postgres-api-keys.ts";
import { createPostgresUsage } from "./modules/accounts/limits/postgres-usage.ts";
import type { Members } from "./modules/accounts/members/ports.ts";
import { createPostgresMembers } from "./modules/accounts/members/postgres-members.ts";
import type { Accounts, ApiKeys, ProviderCredentials, Usage } from "./modules/accounts/ports.ts";
import type { Passwords, Sessions } from "./modules/accounts/sessions/ports.ts";
import { createPostgresPasswords } from "./modules/accounts/sessions/postgres-passwords.ts";
import { createPostgresSessions } from "./modules/accounts/sessions/postgres-sessions.ts";
import { createPostgresBacklog } from "./modules/admin/adapters/postgres-backlog.ts";
import { createPostgresDirectory } from "./modules/admin/adapters/postgres-directory.ts";
import type { BacklogReader, Directory } from "./modules/admin/ports.ts";
import { createPostgresEventOutbox } from "./modules/audit/adapters/postgres-event-outbox.ts";
import type { EventOutbox } from "./modules/audit/ports.ts";
import type { ActivityStore, TallyReader, TallyStore } from "./modules/calls/activities/ports.ts";
import { createPostgresCallTallies } from "./modules/calls/activities/postgres-call-tallies.ts";
import type { CallCounts } from "./modules/calls/direct/ports.ts";
import { createPostgresCallCounts } from "./modules/calls/direct/postgres-call-counts.ts";
import { createPostgresJobOutbox } from "./modules/calls/native/delivery/postgres-job-outbox.ts";
import type { JobOutbox, Jobs } from "./modules/calls/native/ports.ts";
import { createPostgresJobs } from "./modules/calls/native/results/postgres-jobs.ts";
import { createPostgresCertificateEvidence } from "./modules/certificates/adapters/postgres-certificate-evidence.ts";
import { createPostgresCertificates } from "./modules/certificates/adapters/postgres-certificates.ts";
import type { CertificateStore, EvidenceStore } from "./modules/certificates/ports.ts";
import { createPostgresComplianceFigures } from "./modules/compliance/adapters/postgres-compliance-figures.ts";
import { createPostgresComplianceInputs } from "./modules/compliance/adapters/postgres-compliance-inputs.ts";
import { createPostgresHeldData } from "./modules/compliance/adapters/postgres-held-data.ts";
import { createPostgresKeyManifests } from "./modules/compliance/adapters/postgres-key-manifests.ts";
import { createPostgresReleaseFacts } from "./modules/compliance/adapters/postgres-release-facts.ts";
import { createPostgresSeenCheckpoints } from "./modules/compliance/adapters/postgres-seen-checkpoints.ts";
import { createPostgresSubjectRequests } from "./modules/compliance/adapters/postgres-subject-requests.ts";
import type {
  ComplianceFigures,
  ComplianceInputs,
  HeldData,
  KeyManifests,
  ReleaseFacts,
  SeenCheckpoints,
  SubjectRequests,
} from "./modules/compliance/ports.ts";
import { createPostgresEntityLists } from "./modules/entities/adapters/postgres-entity-lists.ts";
import type { EntityLists } from "./modules/entities/ports.ts";
import { createPostgresIsolationReports } from "./modules/isolation/adapters/postgres-isolation-reports.ts";
import type { IsolationReports } from "./modules/isolation/ports.ts";
import type { DataKeys } from "./platform/data-keys.ts";
import { MIGRATIONS } from "./platform/migrations-folder.ts";
import { unopenedColumns } from "./resealing/postgres-resealing.ts";

export interface Stores {
  readonly accounts: Accounts;
  readonly apiKeys: ApiKeys;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly members: Members;
  readonly usage: Usage;
  readonly directory: Directory;
  readonly backlog: BacklogReader["stored"];
  readonly credentials: ProviderCredentials;
  readonly entityLists: EntityLists;
  readonly jobs: Jobs;
  readonly dropMaps: Jobs["dropMaps"];
  readonly callCounts: CallCounts;
  readonly tallies: TallyStore & ActivityStore & TallyReader;
  readonly jobOutbox: JobOutbox;
  readonly eventOutbox: EventOutbox;
  readonly isolationReports: IsolationReports;
  readonly certificates: CertificateStore;
  readonly certificateEvidence: readonly EvidenceStore[];
  readonly complianceFigures: ComplianceFigures;
  readonly complianceInputs: ComplianceInputs;
  readonly keyManifests: KeyManifests;
  readonly releaseFacts: ReleaseFacts;
  readonly seenCheckpoints: SeenCheckpoints;
  readonly subjectRequests: SubjectRequests;
  readonly heldData: HeldData;
  /** Returns the columns with a box that no data key opens, among the last boxes of each. */
  unopenedColumns(dataKeys: DataKeys): Promise<readonly string[]>;
  isUp(): Promise<boolean>;
  /** Returns whether the database has every migration that this version needs. */
  isSchemaCurrent(): Promise<boolean>;
  close(): Promise<void>;
}

const REPEATABLE_CONNECTIONS = 4;

type StoresConfig = Pick<GatewayConfig, "databaseUrl" | "databaseConnections">;
type TimeOuts = Pick<PoolOptions, "connectTimeoutMs" | "statementTimeoutMs" | "lockTimeoutMs">;

export function openStores(config: StoresConfig, log: Logger, timeOuts: TimeOuts = {}): Stores {
  const { database, repeatable } = openPools(config, { log, ...timeOuts });
  return {
    accounts: createPostgresAccounts(database),
    apiKeys: createPostgresApiKeys(database),
    sessions: createPostgresSessions(database),
    passwords: createPostgresPasswords(database),
    members: createPostgresMembers(database),
    usage: createPostgresUsage(database),
    directory: createPostgresDirectory(database),
    backlog: createPostgresBacklog(database),
    credentials: createPostgresProviderCredentials(database),
    entityLists: createPostgresEntityLists(database),
    jobs: createPostgresJobs(database, config.databaseConnections),
    dropMaps: createPostgresJobs(repeatable, REPEATABLE_CONNECTIONS).dropMaps,
    callCounts: createPostgresCallCounts(database),
    tallies: createPostgresCallTallies(database),
    jobOutbox: createPostgresJobOutbox(database, repeatable),
    eventOutbox: createPostgresEventOutbox(database, repeatable),
    isolationReports: createPostgresIsolationReports(database),
    certificates: createPostgresCertificates(database, repeatable),
    certificateEvidence: [
      createPostgresCertificateEvidence(repeatable, "batches"),
      createPostgresCertificateEvidence(repeatable, "certificates"),
    ],
    complianceFigures: createPostgresComplianceFigures(database),
    complianceInputs: createPostgresComplianceInputs(database),
    keyManifests: createPostgresKeyManifests(database),
    releaseFacts: createPostgresReleaseFacts(database),
    seenCheckpoints: createPostgresSeenCheckpoints(database),
    subjectRequests: createPostgresSubjectRequests(database),
    heldData: createPostgresHeldData(database),
    unopenedColumns: (dataKeys) => unopenedColumns(database, dataKeys),
    isUp: () => answers(database),
    isSchemaCurrent: createSchemaCheck({ database, folder: MIGRATIONS, log }),
    async close() {
      await repeatable.close();
      await database.close();
    },
  };
}

/**
 * Opens two pools. `repeatable` is for statements that can safely run twice: deletions, leases,
 * evidence, and changes of events, which the log recognizes by their id.
 */
function openPools(
  { databaseUrl: url, databaseConnections: max }: StoresConfig,
  options: Pick<PoolOptions, "log"> & TimeOuts,
) {
  const common = { url, applicationName: "edge-gateway", ...options };
  return {
    database: createPool({ ...common, max }),
    repeatable: createPool({ ...common, max: REPEATABLE_CONNECTIONS, durable: false }),
  };
}

function answers(database: Database): Promise<boolean> {
  return database.query("select 1").then(
    () => true,
    () => false,
  );
}
