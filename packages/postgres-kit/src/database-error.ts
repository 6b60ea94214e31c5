import { DatabaseError as ServerError } from "pg";

/**
 * The kind of a DatabaseError. `unavailable`: a retry may succeed (see `mayHaveTakenEffect`).
 * `conflict`: the statement conflicts with another transaction. `other`: a defect or a missing
 * privilege.
 */
export type DatabaseErrorKind = "unavailable" | "conflict" | "other";

/**
 * An error of the database. It does not contain PostgreSQL's message, `detail`, `where` and `hint`,
 * because they may contain values. Log `cause` only with `describeError`.
 */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
  /** SQLSTATE (PostgreSQL, appendix A), a Node error code such as `ECONNREFUSED`, or `UNKNOWN`. */
  readonly code: string;
  readonly kind: DatabaseErrorKind;
  readonly constraint: string | undefined;
  /**
   * True when the server refused the statement; false when there was no connection or no response.
   */
  readonly refusedByServer: boolean;
  /**
   * False when the statement was not sent or the server refused it. Statements in a transaction
   * take effect only with its COMMIT.
   */
  readonly mayHaveTakenEffect: boolean;

  constructor(cause: unknown, { sent = true }: { readonly sent?: boolean } = {}) {
    const code = codeOf(cause);
    super(`The database call failed (${code})`, { cause });
    this.code = code;
    this.kind = kindOf(cause, code);
    this.constraint = cause instanceof ServerError ? cause.constraint : undefined;
    this.refusedByServer = isRefusal(cause);
    this.mayHaveTakenEffect = sent && !this.refusedByServer;
  }
}

const CONFLICTS: ReadonlySet<string> = new Set(["23505", "23P01", "40001", "40P01"]);

// Error codes for time-outs, unavailable locks, and a server that is starting or stopping.
const UNAVAILABLE: ReadonlySet<string> = new Set([
  "57014",
  "55P03",
  "57P01",
  "57P02",
  "57P03",
  "57P05",
  "25P03",
]);

// Classes for connections, and for missing resources: disk space, memory or connections.
const UNAVAILABLE_CLASSES: ReadonlySet<string> = new Set(["08", "53"]);

/**
 * Returns whether the server refused the statement. FATAL and PANIC close the connection, possibly
 * after a commit, so they do not count. ERROR is localized; in another language, the result is
 * false, which is safe. Source: PostgreSQL documentation, "Message Severity Levels".
 */
function isRefusal(cause: unknown): boolean {
  return cause instanceof ServerError && cause.severity === "ERROR";
}

function codeOf(cause: unknown): string {
  const { code } = (cause ?? {}) as { code?: unknown };
  return typeof code === "string" && /^[A-Za-z0-9_]{1,64}$/.test(code) ? code : "UNKNOWN";
}

function kindOf(cause: unknown, code: string): DatabaseErrorKind {
  if (cause instanceof ServerError) {
    if (CONFLICTS.has(code)) return "conflict";
    const isUnavailable = UNAVAILABLE.has(code) || UNAVAILABLE_CLASSES.has(code.slice(0, 2));
    return isUnavailable ? "unavailable" : "other";
  }
  // The driver has no codes for "Connection terminated" and its own time-outs. Defects in our code
  // are TypeErrors or RangeErrors.
  return cause instanceof TypeError || cause instanceof RangeError ? "other" : "unavailable";
}
