export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Writes progress to stderr. A line that replaces the one before it goes to terminals only. */
export function writeNote(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(text);
  else if (text.endsWith("\n")) process.stderr.write(text.replace(/^\r/, ""));
}

/** SIGINT and SIGTERM abort the command. The exit code is 2 after an error, 130 when aborted. */
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
