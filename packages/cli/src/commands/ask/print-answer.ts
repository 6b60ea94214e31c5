import type { ProxyResponse } from "@veil/contracts/public/proxy";
import { note, printBody } from "../../output/print.ts";
import type { Cli } from "../../program/cli.ts";
import { CommandError } from "../../program/command-error.ts";

interface PrintOptions {
  readonly json?: true | undefined;
}

/**
 * Prints the answer of a job.
 * @throws CommandError when the job failed; with `--json`, the body is printed anyway
 */
export function printAnswerOf(cli: Cli, options: PrintOptions, answer: ProxyResponse): void {
  const { status, hint, error_message, dlp_redacted } = answer;
  const failed = status === "JOB_STATUS_FAILED";
  if (options.json || !failed) printBody(cli, options, answer, resultText);
  if (failed) throw new CommandError("job_failed", error_message ?? "the job failed");
  if (options.json) return;
  if (hint !== undefined) note(cli, hint);
  if (dlp_redacted) note(cli, "Personal data that the model wrote by itself was removed.");
}

function resultText({ result = "" }: ProxyResponse): string {
  const text = typeof result === "string" ? result : JSON.stringify(result, null, 2);
  return text.endsWith("\n") ? text : `${text}\n`;
}
