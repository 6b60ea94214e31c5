import type { ServiceName } from "@veil/crypto";
import type { TlsFiles } from "@veil/service-kit/tls";
import type { RecordedRequest, SimulatorMode } from "@veil/upstream-simulator";

/** `embedded`: nothing installed. `cluster`: real PostgreSQL, Redis and RabbitMQ. */
export type Profile = "embedded" | "cluster";

/** URLs with administrators' credentials. The stack creates its databases, users and vhost. */
export interface Servers {
  readonly postgresUrl: string;
  readonly redisUrl: string;
  /** Only for `rediss:` in `redisUrl`: the other two URLs name their files themselves. */
  readonly redisTls?: TlsFiles;
  readonly rabbitmqUrl: string;
  /** Default: the same host and credentials, port 15672. */
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
  /** Contains keys, secrets, logs and embedded data, with mode 0700, for one stack at a time. */
  readonly stateDir: string;
  readonly profile: Profile;
  readonly servers?: Servers;
  readonly gatewayPort?: number;
  /** Settings in addition to the stack's; secrets belong in files that `<NAME>_FILE` names. */
  readonly env?: Partial<Record<ServiceName, Readonly<Record<string, string>>>>;
  /** A URL names a simulator that is already running. */
  readonly simulator?: "start" | { readonly url: string };
  /**
   * True when every provider key of a customer is the simulator's, in both formats. By default,
   * keys go where a service's settings say.
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
  /** Default: a fresh one at example.org. */
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
  /** Default SIGKILL. */
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

/** Present only in the cluster profile. It contains administrators' credentials. */
export interface StackBroker {
  readonly vhost: string;
  readonly adminUrl: string;
  readonly managementUrl: string;
}

/** Each service is a process with its own keys. */
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
  /** The audit log's witness's key, as verifiers pin it; undefined without a witness. */
  readonly witnessKey?: string;
  /** Kills a service. The stack continues without it. Default SIGKILL. */
  kill(service: ServiceName, signal?: NodeJS.Signals): Promise<void>;
  restart(service: ServiceName): Promise<void>;
  /** Starts a replica with the same settings and `env`; `main` replaces the service's program. */
  startReplica(
    service: ServiceName,
    env?: Readonly<Record<string, string>>,
    options?: { readonly main?: string },
  ): Promise<Replica>;
  /** Stops a service from answering, while its port stays open. */
  pause(service: ServiceName): void;
  resume(service: ServiceName): void;
  logs(service: ServiceName): string;
  /** Returns an empty text in the cluster profile. */
  postgresLog(): string;
  pids(): ReadonlyMap<string, number>;
  provision(options: ProvisionOptions): Promise<ProvisionedCustomer>;
  setEntityPolicy(apiKey: string, policy: object): Promise<string>;
  /** Deletes data whose retention has ended. */
  sweep(): Promise<string>;
  /** Resolves when the stack has stopped itself. */
  readonly exited: Promise<UnexpectedExit>;
  /** Without a name, ends everything and removes what the stack created on shared servers. */
  stop(service?: ServiceName): Promise<void>;
}
