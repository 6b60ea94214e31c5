/** Progress to the standard error stream. A line that replaces the one before it is written to terminals only. */
export function writeNote(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(text);
  else if (text.endsWith("\n")) process.stderr.write(text.replace(/^\r/, ""));
}
