import type { Span } from "../../finding.ts";
import { nameClarities } from "../../gazetteers/gazetteer.ts";
import { isBarePlaceholder } from "../../placeholders/placeholder.ts";
import type { Edit } from "../edits/edit.ts";

/** The text that replaces omitted text; no recognizer reads across it. */
const PARAGRAPH = "\n\n";
const IN_TOKEN = /[\p{L}\p{M}\p{N}_+./\\?&=#%@:~-]/u;
const WORD = /[\p{L}\p{M}\p{N}]/u;
const DIGIT = /\d/;
const FILE =
  /\.(?:pdf|docx?|odt|rtf|txt|xlsx?|csv|pptx?|jpe?g|png|gif|tiff?|heic|zip|eml|msg|html?|json|xml|mp[34]|wav|dcm)(?![\p{L}\p{N}])/iuy;
const FILE_AT_END = new RegExp(`${FILE.source}$`, "iu");
const FIELD = /[\p{L}\p{N}_]=/u;
const SEVERAL_FIELDS = /[?&+]/;
const FORM_SIGNS = new Map([
  ["+", " "],
  ["?", PARAGRAPH],
  ["&", PARAGRAPH],
  ["=", ": "],
]);
const PATH_SIGNS = new Map([
  ["-", " "],
  ["/", "\n"],
  ["\\", "\n"],
]);
const PATH = /:\/\/|[/\\][^/\\]+[/\\]/;
const LONGEST = 500;
const MANY_JOINERS = 4;
const DIGIT_OR_LABEL = /\d|=|:(?!\/\/)/;
const NAME = /\p{L}{2,}/gu;

/**
 * Finds words joined by signs instead of spaces, in names of files and variables, URLs and form
 * fields: `/Schmidt_Anna/`, `?name=Anna+Schmidt`, `Anna-Schmidt.pdf`. All other text is omitted.
 */
export function joinedWordsIn(text: string): readonly Edit[] {
  const edits: Edit[] = [];
  let floor = 0;
  let gapStart = 0;
  for (let at = nextJoiner(text, 0); at !== -1; at = nextJoiner(text, at + 1)) {
    const token = tokenAround(text, at, floor);
    floor = token.end;
    at = token.end;
    const inside = editsInToken(text, token);
    if (inside.length === 0) continue;
    if (token.start > gapStart) edits.push(gap(gapStart, token.start));
    edits.push(...inside);
    gapStart = token.end;
  }
  if (edits.length > 0 && gapStart < text.length) edits.push(gap(gapStart, text.length));
  return edits;
}

/** Returns whether a text without other joined words may contain the name of a file. */
export function mayNameFile(text: string): boolean {
  for (let at = text.indexOf("."); at !== -1; at = text.indexOf(".", at + 1))
    if (isFileEnd(text, at)) return true;
  return false;
}

function gap(start: number, end: number): Edit {
  return { start, end, value: PARAGRAPH, gap: true };
}

function nextJoiner(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < JOINERS.length && JOINERS[code] === 1 && mayJoin(text, at, code)) return at;
  }
  return -1;
}

function mayJoin(text: string, at: number, code: number): boolean {
  if (code === FULL_STOP) return isFileEnd(text, at);
  return code !== PLUS || (isWord(text, at - 1) && isWord(text, at + 1));
}

function tokenAround(text: string, at: number, floor: number): Span {
  let [start, end] = [at, at + 1];
  while (start > floor && IN_TOKEN.test(text.charAt(start - 1))) start -= 1;
  while (end < text.length && IN_TOKEN.test(text.charAt(end))) end += 1;
  return { start, end };
}

function editsInToken(text: string, { start, end }: Span): readonly Edit[] {
  if (end - start > LONGEST) return NONE;
  const token = text.slice(start, end);
  if (token.includes("@") || isBarePlaceholder(token)) return NONE;
  const isForm = FIELD.test(token) && SEVERAL_FIELDS.test(token);
  const isPath = PATH.test(token) || FILE_AT_END.test(token);
  const edits: Edit[] = [];
  for (let at = start; at < end; at += 1) {
    if (!isSign(text.charCodeAt(at))) continue;
    const value = valueAt(text, at, { isForm, isPath });
    if (value !== undefined) edits.push({ start: at, end: at + 1, value });
  }
  return edits.length >= MANY_JOINERS || mayHoldValue(token) ? edits : NONE;
}

/**
 * Returns whether a token of few words may contain a value, unlike `max_depth` and `src/view`. A
 * token as long as a sentence always counts.
 */
function mayHoldValue(token: string): boolean {
  if (DIGIT_OR_LABEL.test(token)) return true;
  return (token.match(NAME) ?? []).some((word) => {
    const [given, family] = nameClarities(word);
    return given !== "unknown" || family === "clear";
  });
}

interface TokenKind {
  readonly isForm: boolean;
  readonly isPath: boolean;
}

function valueAt(text: string, at: number, { isForm, isPath }: TokenKind): string | undefined {
  const sign = text.charAt(at);
  if (sign === "_") return " ";
  if (sign === ".") return isFileEnd(text, at) ? "\n" : undefined;
  if (isForm && FORM_SIGNS.has(sign)) return FORM_SIGNS.get(sign);
  return isPath && !isBetweenDigits(text, at) ? PATH_SIGNS.get(sign) : undefined;
}

function isSign(code: number): boolean {
  return code < SIGNS.length && SIGNS[code] === 1;
}

function isFileEnd(text: string, at: number): boolean {
  if ((text.charCodeAt(at + 1) | 0x20) < SMALL_A) return false;
  FILE.lastIndex = at;
  return FILE.test(text);
}

function isBetweenDigits(text: string, at: number): boolean {
  return DIGIT.test(text.charAt(at - 1)) && DIGIT.test(text.charAt(at + 1));
}

function isWord(text: string, at: number): boolean {
  return WORD.test(text.charAt(at));
}

const NONE: readonly Edit[] = [];
const SMALL_A = "a".charCodeAt(0);
/** Marks, by code unit, the signs `_/\\+.`, at which tokens are searched for. */
const JOINERS = new Uint8Array(128);
for (const sign of "_/\\+.") JOINERS[sign.charCodeAt(0)] = 1;
/** Marks, by code unit, all signs that `valueAt` reads. */
const SIGNS = new Uint8Array(128);
for (const sign of ["_", ".", ...FORM_SIGNS.keys(), ...PATH_SIGNS.keys()])
  SIGNS[sign.charCodeAt(0)] = 1;
const PLUS = "+".charCodeAt(0);
const FULL_STOP = ".".charCodeAt(0);
