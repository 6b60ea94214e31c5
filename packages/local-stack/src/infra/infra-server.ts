import type { PortBlock } from "../ports/port-block.ts";
import type { Watchdog } from "../process/watchdog.ts";

export type ServerKind = "PostgreSQL" | "Redis" | "RabbitMQ";

export interface InfraServer {
  /** Its source, as text. Without the URL, which may contain a password. */
  readonly origin: string;
  /** The variables that tests read, as in `@veil/testing`. */
  readonly variables: Readonly<Record<string, string>>;
  /** Absent: it was not started here. */
  stop?(): Promise<void>;
}

export interface InfraContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Private; for data, logs and configuration of started servers. */
  readonly folder: string;
  readonly watchdog: Watchdog;
  readonly ports: PortBlock;
}

/**
 * One source of a server. Undefined: not available, try the next.
 *
 * @throws Error when it should be available and does not work.
 */
export type InfraFinder = (context: InfraContext) => Promise<InfraServer | undefined>;
