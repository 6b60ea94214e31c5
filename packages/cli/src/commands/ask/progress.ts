import type { Cli } from "../../program/cli.ts";

const STEP_MS = 1_000;

/**
 * Runs `work`. If standard error is a terminal, shows a line that counts the seconds, and clears
 * the line at the end.
 */
export async function withProgress<T>(cli: Cli, work: () => Promise<T>): Promise<T> {
  if (!cli.terminal.errors) return work();
  let seconds = 0;
  const timer = setInterval(() => {
    seconds++;
    cli.err(`\rWaiting for the answer, ${seconds} s`);
  }, STEP_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (seconds > 0) cli.err("\r\u{1b}[K");
  }
}
