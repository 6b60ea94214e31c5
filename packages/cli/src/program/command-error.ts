import type { ExitKind } from "./exit-codes.ts";

interface CommandErrorOptions {
  readonly cause?: unknown;
  /** Says what to do about it. */
  readonly hint?: string | undefined;
  /** The status of the gateway's answer. */
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** Replaces the exit code of the kind. */
  readonly exitCode?: number | undefined;
  /** True when the gateway may have done what the command requested. */
  readonly outcomeUnknown?: boolean | undefined;
}

/** Ends a command. The message never contains a key. */
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

/** @throws CommandError of the kind `usage` for what `work` throws */
export function orUsageError<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof CommandError) throw cause;
    throw usageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
