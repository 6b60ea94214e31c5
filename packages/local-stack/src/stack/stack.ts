import type { ServiceName } from "@veil/crypto";
import type { TlsFiles } from "@veil/tls";
import type { RecordedRequest, SimulatorMode } from "@veil/upstream-simulator";

/** `embedded`: one machine, nothing installed. `cluster`: on real PostgreSQL, Redis and RabbitMQ. */
export type Profile = "embedded" | "cluster";

/** Real servers, with administrators' credentials. The stack makes databases, users and a vhost of its own. */
export interface Servers {
  readonly postgresUrl: string;
  readonly redisUrl: string;
  /** What `rediss:` in `redisUrl` needs. The other two URLs name such files themselves. */
  readonly redisTls?: TlsFiles;
  readonly rabbitmqUrl: string;
  /** Default: the same host and credentials, port 15672. */
  readonly rabbitmqManagementUrl?: string;
}

/** The operator's provider, as the inference worker's settings name it. */
export interface ProviderSettings {
  readonly LLM_PROVIDER?: string;
  readonly LLM_BASE_URL?: string;
  readonly LLM_API_KEY?: string;
  readonly LLM_MODEL?: string;
}

export interface StackOptions {
  /** Keys, secrets, logs, embedded data. Made with mode 0700. One stack at a time. */
  readonly stateDir: string;
  readonly profile: Profile;
  /** Required in the cluster profile. */
  readonly servers?: Servers;
  /** By default a free one. */
  readonly gatewayPort?: number;
  /** Settings on top of the stack's own; secrets belong into files that `<NAME>_FILE` names. */
  readonly env?: Partial<Record<ServiceName, Readonly<Record<string, string>>>>;
  /** `start`: a simulator as a process of the stack; or one that runs already. */
  readonly simulator?: "start" | { readonly url: string };
  /** Instead of a simulator. */
  readonly provider?: ProviderSettings;
  /**
   * Mutual TLS between the services: the folder that holds `<service>/tls.crt`, `tls.key` and `ca.crt` for each
   * of them, as cert-manager writes them. Default: plain HTTP on the loopback interface.
   */
  readonly certificatesDir?: string;
  /**
   * How long a service that is asked to end may go on with what it has in hand. Default: short enough for the whole
   * stack to end within five seconds.
   */
  readonly shutdownGraceMs?: number;
  /** Gets one line for each step, and what is known of a crash. */
  readonly onLog?: (line: string) => void;
  /** Aborts the start; a stack that runs is stopped by `stop`. */
  readonly signal?: AbortSignal;
}

/** The provider's side, when it is the simulator. */
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
  readonly licenceExpires?: string;
}

export interface ProvisionedCustomer {
  readonly apiKey: string;
  readonly customerId: string;
}

/** One more process of a service, beside the stack's own. */
export interface Replica {
  readonly url: string;
  readonly opsUrl: string;
  logs(): string;
  /** Ends it as a crash would. Default SIGKILL. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Asks it to end and waits. */
  stop(): Promise<void>;
}

/** An end that nobody asked for. */
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

/** The broker as an administrator sees it; only in the cluster profile. */
export interface StackBroker {
  readonly vhost: string;
  /** AMQP, with the vhost in it. */
  readonly adminUrl: string;
  readonly managementUrl: string;
}

/** Six services as six processes with keys of their own. */
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
  /** Ends a service as a crash would; the stack goes on without it. Default SIGKILL. */
  kill(service: ServiceName, signal?: NodeJS.Signals): Promise<void>;
  /** Ends a service where it runs, starts it, and waits until it is ready. */
  restart(service: ServiceName): Promise<void>;
  /** Starts another process of a service on ports of its own, `env` on top of the same settings. */
  startReplica(service: ServiceName, env?: Readonly<Record<string, string>>): Promise<Replica>;
  /** Freezes a service: its port is open and nobody answers. */
  pause(service: ServiceName): void;
  resume(service: ServiceName): void;
  /** Everything that the service has written, over all its runs. */
  logs(service: ServiceName): string;
  /** The embedded server's log; empty in the cluster profile. */
  postgresLog(): string;
  pids(): ReadonlyMap<string, number>;
  provision(options: ProvisionOptions): Promise<ProvisionedCustomer>;
  /** Runs the gateway's `entity-policy` for that key, as an operator does. Resolves to what it printed. */
  setEntityPolicy(apiKey: string, policy: object): Promise<string>;
  /** Runs the gateway's `sweep`, which enforces retention. Resolves to what it printed. */
  sweep(): Promise<string>;
  /** Resolves at the first end that nobody asked for; the stack has then stopped itself. */
  readonly exited: Promise<UnexpectedExit>;
  /**
   * With a name: asks that service to end and waits. Without: ends everything, by default within five seconds, and
   * takes back what was made on foreign servers.
   */
  stop(service?: ServiceName): Promise<void>;
}
