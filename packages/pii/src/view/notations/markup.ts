import type { Edit } from "../edits/edit.ts";

const TAG = /<(\/?)([A-Za-z][A-Za-z0-9:-]{0,30})(?:\s[^<>]{0,1000})?\/?>/y;
const WORD = /[\p{L}\p{N}_]/u;
/** Elements that are part of a line of text (HTML, "phrasing content"). */
const INLINE: ReadonlySet<string> = new Set(
  `a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr o:p q s samp small span strike
  strong sub sup time tt u var wbr`.split(/\s+/),
);
/**
 * Elements that end a line. After a letter only known elements count: `Map<string>` has no element,
 * but "DE<b>89</b>" has one.
 */
const BLOCK: ReadonlySet<string> = new Set(
  "br div dd dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre section table tbody td th thead tr ul".split(
    " ",
  ),
);

/**
 * Matches the name of an element such as `<FileVersion>1.0.0.0</FileVersion>`. Without its tags,
 * the number would be an IP address.
 */
const VERSION = /version$/;

/** Finds tags of HTML and XML. Tags inside a line are removed, and all others end a line. */
export function markupIn(text: string): readonly Edit[] {
  const edits: Edit[] = [];
  for (let at = text.indexOf("<"); at !== -1; ) {
    const edit = tagAt(text, at);
    if (edit !== undefined) edits.push(edit);
    at = text.indexOf("<", edit?.end ?? at + 1);
  }
  return edits;
}

function tagAt(text: string, at: number): Edit | undefined {
  TAG.lastIndex = at;
  const match = TAG.exec(text);
  if (match === null) return undefined;
  const name = match[2]?.toLowerCase() ?? "";
  if (VERSION.test(name)) return undefined;
  const isInline = INLINE.has(name);
  const isKnown = isInline || BLOCK.has(name) || match[1] === "/";
  if (!isKnown && WORD.test(text.charAt(at - 1))) return undefined;
  return { start: at, end: TAG.lastIndex, value: isInline ? "" : "\n" };
}
