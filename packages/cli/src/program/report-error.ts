import { CommanderError } from "@commander-js/extra-typings";
import { cleaned, jsonText } from "../output/texts.ts";
import type { Cli } from "./cli.ts";
import { CommandError, usageError } from "./command-error.ts";
import { EXITS } from "./exit-codes.ts";

const LONGEST_SHOWN = 20;

/** Writes an error to standard error. @returns the exit code */
export function reportError(cli: Cli, command: string, error: unknown): number {
  const known = knownError(cli, error);
  const code = known.details.exitCode ?? EXITS[known.kind].code;
  cli.err(cli.args.includes("--json") ? inJson(known, code) : inWords(known, command));
  return code;
}

function knownError({ args, interrupted }: Cli, error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  if (error instanceof CommanderError) return usageError(usageMessage(error, args));
  if (interrupted.aborted) return new CommandError("interrupted", "interrupted", { cause: error });
  const message = error instanceof Error ? error.message : String(error);
  return new CommandError("internal", message, { cause: error });
}

/**
 * Returns commander's message without long arguments, because one of them may be a secret in the
 * wrong place.
 */
function usageMessage({ code, message }: CommanderError, args: readonly string[]): string {
  if (code === "commander.help") return "which command? see above";
  const long = args
    .flatMap((argument) => [argument, ...argument.split("=").slice(1)])
    .filter((text) => text.length >= LONGEST_SHOWN)
    .sort((a, b) => b.length - a.length);
  const shown = long.reduce((text, secret) => text.replaceAll(secret, "…"), message);
  return `${shown.replace(/^error: /, "")}; see --help`;
}

function inWords({ message, details }: CommandError, command: string) {
  const { hint, code, requestId, outcomeUnknown } = details;
  const notes = [code, requestId && `request ${requestId}`].filter(Boolean).join(", ");
  const lines = [
    `${command}: ${message}${notes === "" ? "" : ` (${notes})`}`,
    ...(outcomeUnknown ? ["It is not known whether the gateway did what was requested."] : []),
    ...(hint === undefined ? [] : [`Hint: ${hint}`]),
  ];
  return cleaned(`${lines.join("\n")}\n`);
}

function inJson({ kind, message, details }: CommandError, exitCode: number): string {
  const { hint, status, code, requestId, retryAfterSeconds, outcomeUnknown } = details;
  return jsonText({
    error: {
      ...{ kind, exit_code: exitCode, message, hint, status, code },
      ...{ request_id: requestId, retry_after_seconds: retryAfterSeconds },
      outcome_unknown: outcomeUnknown || undefined,
    },
  });
}
