import type { PortBlock } from "../ports/port-block.ts";
import type { Watchdog } from "../process/watchdog.ts";

export type ServerKind = "PostgreSQL" | "Redis" | "RabbitMQ";

/** A server that tests can use. */
export interface InfraServer {
  /** How it was come by, for people. No URL: it may hold a password. */
  readonly origin: string;
  /** The variables that tests read, as in `@veil/testing`. */
  readonly variables: Readonly<Record<string, string>>;
  /** Absent: it is not ours to stop. */
  stop?(): Promise<void>;
}

export interface InfraContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Private; for data, logs and configuration of what is started. */
  readonly folder: string;
  readonly watchdog: Watchdog;
  readonly ports: PortBlock;
}

/**
 * One way to come by a server. Undefined: there is none this way, try the next.
 *
 * @throws Error when there should be one and it does not work.
 */
export type InfraFinder = (context: InfraContext) => Promise<InfraServer | undefined>;
