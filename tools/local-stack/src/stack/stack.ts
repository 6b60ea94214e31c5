import type { ServiceName } from "@veil/crypto";
import type { TlsFiles } from "@veil/service-kit/tls";
import type { RecordedRequest, SimulatorMode } from "@veil/upstream-simulator";

/** `embedded` needs no installed servers. `cluster` uses PostgreSQL, Redis and RabbitMQ servers. */
export type Profile = "embedded" | "cluster";

/** URLs with administrators' credentials. The stack creates its databases, users and vhost. */
export interface Servers {
  readonly postgresUrl: string;
  readonly redisUrl: string;
  /** TLS files for `rediss:` in `redisUrl`. The other two URLs contain the paths of their files. */
  readonly redisTls?: TlsFiles;
  readonly rabbitmqUrl: string;
  /** Default: the host and credentials of `rabbitmqUrl`, at port 15672. */
  readonly rabbitmqManagementUrl?: string;
}

export interface ProviderSettings {
  readonly LLM_PROVIDER?: string;
  readonly LLM_BASE_URL?: string;
  readonly LLM_API_KEY?: string;
  readonly LLM_MODEL?: string;
  readonly PROVIDER_TABLE?: string;
}

export interface StackOptions {
  /**
   * The folder of keys, secrets, logs and embedded data, with mode 0700. Only one stack at a time
   * may use it.
   */
  readonly stateDir: string;
  readonly profile: Profile;
  readonly servers?: Servers;
  readonly gatewayPort?: number;
  /**
   * Settings in addition to those of the stack. Secrets belong in files that `<NAME>_FILE` names.
   */
  readonly env?: Partial<Record<ServiceName, Readonly<Record<string, string>>>>;
  /** Starts a simulator, or uses the one that is already running at `url`. */
  readonly simulator?: "start" | { readonly url: string };
  /**
   * True if calls with any customer's provider key go to the simulator, in both formats. By
   * default, the services' settings determine the provider.
   */
  readonly simulatesEveryProvider?: boolean;
  readonly provider?: ProviderSettings;
  /**
   * Files for mutual TLS: `<service>/tls.crt`, `tls.key` and `ca.crt`, as cert-manager writes them.
   * The default is plain HTTP.
   */
  readonly certificatesDir?: string;
  /** The default is short enough to end the whole stack within five seconds. */
  readonly shutdownGraceMs?: number;
  /** Receives reports about slow steps and failures. */
  readonly onLog?: (line: string) => void;
  /** Receives each step of the start. Default: `onLog`. */
  readonly onProgress?: (line: string) => void;
  readonly signal?: AbortSignal;
}

export interface StackSimulator {
  readonly url: string;
  record(): Promise<readonly RecordedRequest[]>;
  clear(): Promise<void>;
  control(mode: SimulatorMode): Promise<void>;
}

export interface ProvisionOptions {
  readonly tier: "free" | "pro" | "enterprise";
  /** Default: a new address at example.org. */
  readonly email?: string;
  readonly managedAi?: boolean;
  readonly providerKey?: string;
  readonly family?: "svc" | "gw_live";
  readonly developer?: boolean;
  /** A date in UTC, such as 2027-01-31. */
  readonly licenseExpires?: string;
}

export interface ProvisionedCustomer {
  readonly apiKey: string;
  readonly customerId: string;
}

export interface Replica {
  readonly url: string;
  readonly opsUrl: string;
  logs(): string;
  /** Kills the replica. The default signal is SIGKILL. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
}

export interface UnexpectedExit {
  readonly service: string;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface StackDatabases {
  readonly gatewayAdminUrl: string;
  readonly auditAdminUrl: string;
}

/** The stack's broker, with administrators' credentials. Present only in the cluster profile. */
export interface StackBroker {
  readonly vhost: string;
  readonly adminUrl: string;
  readonly managementUrl: string;
}

/** A running stack. Each service is a separate process with separate keys. */
export interface Stack {
  readonly profile: Profile;
  readonly stateDir: string;
  readonly gatewayUrl: string;
  url(service: ServiceName): string;
  opsUrl(service: ServiceName): string;
  readonly simulator?: StackSimulator;
  readonly databases: StackDatabases;
  readonly broker?: StackBroker;
  readonly redisUrl?: string;
  /**
   * The public key of the audit log's witness, as verifiers pin it; undefined without a witness.
   */
  readonly witnessKey?: string;
  /** Kills a service. The stack continues without it. The default signal is SIGKILL. */
  kill(service: ServiceName, signal?: NodeJS.Signals): Promise<void>;
  restart(service: ServiceName): Promise<void>;
  /**
   * Starts a replica of a service with the same settings and `env`. `main` replaces its program.
   */
  startReplica(
    service: ServiceName,
    env?: Readonly<Record<string, string>>,
    options?: { readonly main?: string },
  ): Promise<Replica>;
  /** Suspends a service, so that it does not respond while its port stays open. */
  pause(service: ServiceName): void;
  resume(service: ServiceName): void;
  logs(service: ServiceName): string;
  /** Returns the log of the embedded PostgreSQL, which is empty in the cluster profile. */
  postgresLog(): string;
  pids(): ReadonlyMap<string, number>;
  provision(options: ProvisionOptions): Promise<ProvisionedCustomer>;
  setEntityPolicy(apiKey: string, policy: object): Promise<string>;
  /** Deletes data whose retention has ended. */
  sweep(): Promise<string>;
  /** Resolves when the stack has stopped because a process exited unexpectedly. */
  readonly exited: Promise<UnexpectedExit>;
  /**
   * Stops a service. Without a name, stops everything and removes everything that the stack created
   * on shared servers.
   */
  stop(service?: ServiceName): Promise<void>;
}
