import type { ServiceName } from "@veil/crypto";
import type { TlsFiles } from "@veil/tls";
import type { RecordedRequest, SimulatorMode } from "@veil/upstream-simulator";

/** `embedded`: one machine, nothing installed. `cluster`: with real PostgreSQL, Redis and RabbitMQ. */
export type Profile = "embedded" | "cluster";

/** Real servers, with administrators' credentials. The stack creates its own databases, users and vhost. */
export interface Servers {
  readonly postgresUrl: string;
  readonly redisUrl: string;
  /** The files for `rediss:` in `redisUrl`. The other two URLs name their files themselves. */
  readonly redisTls?: TlsFiles;
  readonly rabbitmqUrl: string;
  /** Default: the same host and credentials, port 15672. */
  readonly rabbitmqManagementUrl?: string;
}

/** The operator's provider, by the inference worker's settings. */
export interface ProviderSettings {
  readonly LLM_PROVIDER?: string;
  readonly LLM_BASE_URL?: string;
  readonly LLM_API_KEY?: string;
  readonly LLM_MODEL?: string;
}

export interface StackOptions {
  /** Keys, secrets, logs, embedded data. Created with mode 0700. One stack at a time. */
  readonly stateDir: string;
  readonly profile: Profile;
  readonly servers?: Servers;
  readonly gatewayPort?: number;
  /** Settings in addition to the stack's own; secrets belong in files that `<NAME>_FILE` names. */
  readonly env?: Partial<Record<ServiceName, Readonly<Record<string, string>>>>;
  /** `start`: a simulator as a process of the stack; or one that is already running. */
  readonly simulator?: "start" | { readonly url: string };
  /** Instead of a simulator. */
  readonly provider?: ProviderSettings;
  /**
   * Mutual TLS between the services: the folder with `<service>/tls.crt`, `tls.key` and `ca.crt` for each
   * of them, as cert-manager writes them. Default: plain HTTP on the loopback interface.
   */
  readonly certificatesDir?: string;
  /**
   * How long a service may finish its requests in flight after SIGTERM. Default: short enough for the whole
   * stack to end within five seconds.
   */
  readonly shutdownGraceMs?: number;
  /** Gets one line for each step, and the details of a crash. */
  readonly onLog?: (line: string) => void;
  /** Aborts the start; a running stack is stopped by `stop`. */
  readonly signal?: AbortSignal;
}

/** The provider, if it is the simulator. */
export interface StackSimulator {
  readonly url: string;
  /** Everything that it received, oldest first. */
  record(): Promise<readonly RecordedRequest[]>;
  clear(): Promise<void>;
  control(mode: SimulatorMode): Promise<void>;
}

export interface ProvisionOptions {
  readonly tier: "free" | "pro" | "enterprise";
  /** Default: a fresh one at example.org. */
  readonly email?: string;
  /** The operator's provider key is used. */
  readonly managedAi?: boolean;
  /** The customer's own. */
  readonly providerKey?: string;
  readonly family?: "svc" | "gw_live";
  readonly developer?: boolean;
  /** A date such as 2027-01-31, in UTC. */
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
  /** Simulates a crash. Default SIGKILL. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Terminates it and waits. */
  stop(): Promise<void>;
}

export interface UnexpectedExit {
  readonly service: string;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Administrators' URLs, for dumps. */
export interface StackDatabases {
  readonly gatewayAdminUrl: string;
  readonly auditAdminUrl: string;
}

/** The broker with administrators' credentials; only in the cluster profile. */
export interface StackBroker {
  readonly vhost: string;
  /** AMQP, with the vhost in it. */
  readonly adminUrl: string;
  readonly managementUrl: string;
}

/** Six services as six processes, each with its own keys. */
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
  /** Simulates a crash of a service; the stack continues without it. Default SIGKILL. */
  kill(service: ServiceName, signal?: NodeJS.Signals): Promise<void>;
  /** Ends a service if it is running, starts it, and waits until it is ready. */
  restart(service: ServiceName): Promise<void>;
  /** Starts another process of a service on other ports, with `env` in addition to the same settings. */
  startReplica(service: ServiceName, env?: Readonly<Record<string, string>>): Promise<Replica>;
  /** Pauses a service: its port is open but does not answer. */
  pause(service: ServiceName): void;
  resume(service: ServiceName): void;
  /** The service's output, over all its runs. */
  logs(service: ServiceName): string;
  /** The embedded server's log; empty in the cluster profile. */
  postgresLog(): string;
  pids(): ReadonlyMap<string, number>;
  provision(options: ProvisionOptions): Promise<ProvisionedCustomer>;
  /** Runs the gateway's `entity-policy` for a key, like an operator. Resolves to its output. */
  setEntityPolicy(apiKey: string, policy: object): Promise<string>;
  /** Runs the gateway's `sweep`, which enforces retention. Resolves to its output. */
  sweep(): Promise<string>;
  /** Resolves after the first unexpected exit; the stack has then stopped itself. */
  readonly exited: Promise<UnexpectedExit>;
  /**
   * With a name: terminates that service and waits. Without: ends everything, by default in five seconds, and
   * removes what was created on shared servers.
   */
  stop(service?: ServiceName): Promise<void>;
}
