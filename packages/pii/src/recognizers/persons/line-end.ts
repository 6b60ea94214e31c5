import type { NamePart } from "./person-name.ts";

/** Nothing but blanks and a comma follows on the line. */
export function endsLine(parts: readonly NamePart[], text: string): boolean {
  const end = parts.at(-1)?.end ?? 0;
  return /^[ \t\u00a0]{0,8},?[ \t\u00a0]{0,8}(?:$|[\r\n])/.test(text.slice(end, end + 18));
}
