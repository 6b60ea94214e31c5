import type { PortBlock } from "../ports/port-block.ts";
import type { Watchdog } from "../process/watchdog.ts";

export type ServerKind = "PostgreSQL" | "Redis" | "RabbitMQ";

export interface FoundServer {
  /** Where the server was found. Does not contain the URL, which may include a password. */
  readonly origin: string;
  readonly variables: Readonly<Record<string, string>>;
  /** Absent when the server was already running. */
  stop?(): Promise<void>;
}

export interface InfraContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  readonly watchdog: Watchdog;
  readonly ports: PortBlock;
}

/**
 * Finds or starts a server. Returns undefined when the server is not available, so that the next
 * finder is tried. @throws Error when the server should be available but does not work
 */
export type InfraFinder = (context: InfraContext) => Promise<FoundServer | undefined>;
