/** Writes progress to stderr. A line that replaces the one before it goes to terminals only. */
export function writeNote(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(text);
  else if (text.endsWith("\n")) process.stderr.write(text.replace(/^\r/, ""));
}
