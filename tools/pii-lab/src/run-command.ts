export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * Writes progress to stderr. Text without a line end, which later text overwrites, is written only
 * to a terminal.
 */
export function writeNote(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(text);
  else if (text.endsWith("\n")) process.stderr.write(text.replace(/^\r/, ""));
}

/**
 * Runs a command. SIGINT and SIGTERM abort it. Sets the exit code to 2 after an error, 130 after an
 * abort.
 */
export async function runCommand(run: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stopping.abort());
  try {
    await run(signal);
  } catch (error) {
    if (!signal.aborted) process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = signal.aborted ? 130 : 2;
  }
}
