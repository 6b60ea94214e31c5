import type { Edit } from "../edits/edit.ts";

/** The meaning of characters after a backslash, as in JSON (RFC 8259, section 7) and programs. */
const ESCAPED: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  f: "\f",
  v: "\v",
  '"': '"',
  "'": "'",
  "/": "/",
};

/** TeX commands, which are not escapes: `\rho` is not a line break before "ho". */
const COMMANDS: ReadonlySet<string> = new Set(
  `fbox flushleft flushright footnote forall frac nabla nearrow neq newcommand newline newpage noindent nonumber
  normalsize notin rangle rceil ref renewcommand rfloor rho right rightarrow root rule tanh tau text textbf textit
  textrm textsc textsf texttt thanks theta tilde times tiny title triangle varepsilon varphi varrho vartheta vdots
  vec vee vert vfill vspace`.split(/\s+/),
);
const LONGEST_COMMAND = 20;

/**
 * Finds escaped line breaks, tabs, quotes, slashes and backslashes, also nested ones. `C:\new` has
 * the same form, so findings count both with and without these edits.
 */
export function escapedBreaksIn(text: string): readonly Edit[] {
  const edits: Edit[] = [];
  for (let at = text.indexOf("\\"); at !== -1; ) {
    let end = at + 1;
    while (text.charCodeAt(end) === BACKSLASH) end += 1;
    const value = ESCAPED[text.charAt(end)];
    const isBreak = value !== undefined && !(end === at + 1 && isCommandAt(text, end));
    if (isBreak) edits.push({ start: at, end: end + 1, value });
    else if (end > at + 1) edits.push({ start: at, end, value: "\\" });
    at = text.indexOf("\\", end);
  }
  return edits;
}

function isCommandAt(text: string, at: number): boolean {
  let end = at;
  while (end - at <= LONGEST_COMMAND && isSmallLetter(text.charCodeAt(end))) end += 1;
  return COMMANDS.has(text.slice(at, end));
}

function isSmallLetter(code: number): boolean {
  return code >= 97 && code <= 122;
}

const BACKSLASH = "\\".charCodeAt(0);
