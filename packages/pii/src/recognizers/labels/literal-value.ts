import type { Span } from "../../finding.ts";
import { endPattern } from "../../text/end-pattern.ts";

const LETTERS = /^\p{L}{4,32}$/u;
interface Literal {
  readonly before: { test(text: string): boolean };
  readonly behind: RegExp;
}
/** Contexts in which an unquoted word after "=" is a value rather than a variable. */
const LITERALS: readonly Literal[] = [
  // Settings, one per line: `ADMIN_PASS=porridge`.
  {
    before: endPattern(/(?:^|\n)[ \t]*(?:export |ENV |- )?[A-Z][A-Z\d_]*=$/),
    behind: /^[ \t]*(?:\r?\n|$)/,
  },
  // Logs: `cn=hrsync pw=lemonade`.
  { before: endPattern(/\w=[\w.@-]+ [\w-]{1,24}=$/), behind: /^(?:\s|$)/ },
  // Connection strings: `Server=db;User Id=hr;Password=lemonade;`.
  { before: endPattern(/[=:][^;=\s"']{1,64};[ ]?[\w ]{1,24}=$/), behind: /^(?:[;"'\s]|$)/ },
];
const REACH = 120;

/** Returns whether the word after a "=" consists of letters and is a literal in its context. */
export function isLiteral(text: string, { start, end }: Span): boolean {
  if (!LETTERS.test(text.slice(start, end))) return false;
  const before = text.slice(Math.max(0, start - REACH), start);
  const after = text.slice(end, end + 4);
  return LITERALS.some((literal) => literal.before.test(before) && literal.behind.test(after));
}
