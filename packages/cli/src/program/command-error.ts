import type { ExitKind } from "./exit-codes.ts";

interface CommandErrorOptions {
  readonly cause?: unknown;
  /** What the user can do about the error. */
  readonly hint?: string | undefined;
  /** The status of the gateway's response. */
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** The exit code, if it differs from the exit code of the error's kind. */
  readonly exitCode?: number | undefined;
  /** True when the gateway may have made the requested change. */
  readonly outcomeUnknown?: boolean | undefined;
}

/** An error that ends a command. Its message never contains a key. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly kind: ExitKind;
  readonly details: Omit<CommandErrorOptions, "cause">;

  constructor(kind: ExitKind, message: string, { cause, ...details }: CommandErrorOptions = {}) {
    super(message, { cause });
    this.kind = kind;
    this.details = details;
  }
}

export function usageError(message: string, options: CommandErrorOptions = {}): CommandError {
  return new CommandError("usage", message, options);
}

export function checkFailed(message: string): CommandError {
  return new CommandError("check_failed", message);
}

/** Runs `work`. @throws CommandError of the kind `usage` for any error that `work` throws */
export function orUsageError<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    return throwUsageError(cause);
  }
}

/**
 * Converts any error to a usage error, for the `catch` of a promise.
 * @throws CommandError of the kind `usage`
 */
export function throwUsageError(cause: unknown): never {
  if (cause instanceof CommandError) throw cause;
  throw usageError(cause instanceof Error ? cause.message : String(cause), { cause });
}
