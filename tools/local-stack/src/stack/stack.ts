import type { ServiceName } from "@veil/crypto";
import type { TlsFiles } from "@veil/service-kit/tls";
import type { RecordedRequest, SimulatorMode } from "@veil/upstream-simulator";

/** `embedded`: nothing installed. `cluster`: real PostgreSQL, Redis and RabbitMQ. */
export type Profile = "embedded" | "cluster";

/** With administrators' credentials. The stack creates its own databases, users and vhost. */
export interface Servers {
  readonly postgresUrl: string;
  readonly redisUrl: string;
  /** Only for `rediss:` in `redisUrl`; the other two URLs name their files themselves. */
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
  /** Keys, secrets, logs, embedded data. Created with mode 0700. One stack at a time. */
  readonly stateDir: string;
  readonly profile: Profile;
  readonly servers?: Servers;
  readonly gatewayPort?: number;
  /** In addition to the stack's own; secrets belong in files that `<NAME>_FILE` names. */
  readonly env?: Partial<Record<ServiceName, Readonly<Record<string, string>>>>;
  /** A URL is that of a simulator which is already running. */
  readonly simulator?: "start" | { readonly url: string };
  /** Every provider key of a customer is the simulator's, in both formats. Default: keys go where a service's settings say. */
  readonly simulatesEveryProvider?: boolean;
  readonly provider?: ProviderSettings;
  /** For mutual TLS: `<service>/tls.crt`, `tls.key` and `ca.crt`, as cert-manager writes them. Default: plain HTTP. */
  readonly certificatesDir?: string;
  /** Default: short enough to end the whole stack within five seconds. */
  readonly shutdownGraceMs?: number;
  /** What is slow or went wrong. */
  readonly onLog?: (line: string) => void;
  /** Each step of the start. Default: `onLog`. */
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
  /** Such as 2027-01-31, in UTC. */
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

/** Only in the cluster profile; with administrators' credentials. */
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
  /** Of the audit log's witness, as verifiers pin it; undefined: the log has none. */
  readonly witnessKey?: string;
  /** The stack continues without it. Default SIGKILL. */
  kill(service: ServiceName, signal?: NodeJS.Signals): Promise<void>;
  restart(service: ServiceName): Promise<void>;
  /** `env` is added to the same settings; `main` runs instead of the service's own, with the same settings. */
  startReplica(
    service: ServiceName,
    env?: Readonly<Record<string, string>>,
    options?: { readonly main?: string },
  ): Promise<Replica>;
  /** Its port is open but does not answer. */
  pause(service: ServiceName): void;
  resume(service: ServiceName): void;
  logs(service: ServiceName): string;
  /** It is empty in the cluster profile. */
  postgresLog(): string;
  pids(): ReadonlyMap<string, number>;
  provision(options: ProvisionOptions): Promise<ProvisionedCustomer>;
  setEntityPolicy(apiKey: string, policy: object): Promise<string>;
  /** Enforces retention. */
  sweep(): Promise<string>;
  /** Resolves when the stack has stopped itself. */
  readonly exited: Promise<UnexpectedExit>;
  /** Without a name: ends everything, and removes what was created on shared servers. */
  stop(service?: ServiceName): Promise<void>;
}
