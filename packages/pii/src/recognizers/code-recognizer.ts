import type { Doc } from "../document.ts";
import type { EntityType, Hit, Recognizer } from "../finding.ts";

/** Taken once: a look-up of a global object costs much where tests run. */
const { max } = Math;

/** How sure one may be of a code of the right shape whose check, if it has one, is passed. From 0 to 1. */
interface CodeConfidence {
  /** One of the words of context stands near. */
  readonly inContext: number;
  /** The code is the whole text, as the value of a form's field is. Not found so when absent. */
  readonly alone?: number | ((written: string) => number);
  /** Anywhere, by its form: a number, or one for each way of writing it (0: not without context). */
  readonly bare?: number | ((written: string) => number);
}

/** A kind of code: its shape, its check, the words around it. */
export interface CodeRules {
  /** In kebab-case. */
  readonly name: string;
  readonly type: EntityType;
  /**
   * The whole code, sticky (`y`). It is tried at each of `doc.codes`, so it begins with an ASCII letter or
   * digit. What may not stand around a code is checked apart: the pattern needs no look-around for it.
   */
  readonly pattern: RegExp;
  /** Least and greatest length of the run of letters and digits at which the pattern begins. */
  readonly run: readonly [least: number, greatest: number];
  /** How the run begins, where that is not as it likes. */
  readonly begins?: "digit" | "letter";
  /**
   * Letters that belong to the code and stand apart from a run that begins with a digit, "AB " in
   * "AB 12 34 56 C": ends with `$`, up to 12 long. Nothing is found where it does not match.
   */
  readonly lead?: RegExp;
  /** The letters that `lead` can end with, but for blanks and signs: every capital when absent. */
  readonly leadEnds?: string;
  /** The check digits. `code` is in capitals and has no blanks, hyphens, dots or slashes. */
  readonly isValid?: (code: string, written: string) => boolean;
  /** Words near the code that say what it is. */
  readonly context?: RegExp;
  /** Words before the code that say it is something else: it is found only with the words of `context`. */
  readonly contrary?: RegExp;
  /** How far before the code words count, and how far after it. 40 and 0 code units when absent. */
  readonly reach?: readonly [before: number, after: number];
  readonly confidence: CodeConfidence;
}

const NINE = 57;
/** Of ASCII, for `leadEnds`. */
export const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ";
const LONGEST_LEAD = 12;
/** Between a lead and its digits, up to LONGEST_GAP of them. */
const LEAD_GAPS = " -.:\u00a0";
const LONGEST_GAP = 3;

/** A recogniser of codes with digits in them. Cheap things first: a text's runs are mostly of other shapes. */
export function codeRecognizer(rules: CodeRules): Recognizer {
  return { name: rules.name, type: rules.type, needs: "0", find: (doc) => findCodes(rules, doc) };
}

function findCodes(rules: CodeRules, { text, codes: { starts, ends } }: Doc): Hit[] {
  const hits: Hit[] = [];
  const [least, greatest] = rules.run;
  let free = 0;
  for (let index = 0; index < starts.length; index += 1) {
    const start = starts[index] ?? 0;
    const length = (ends[index] ?? 0) - start;
    if (length < least || length > greatest || start < free) continue;
    const hit = hitAt(rules, text, start);
    if (hit === undefined) continue;
    hits.push(hit);
    free = hit.end;
  }
  return hits;
}

function hitAt(rules: CodeRules, text: string, run: number): Hit | undefined {
  const { begins, lead } = rules;
  if (text.charCodeAt(run) > NINE)
    return begins === "digit" ? undefined : codeAt(rules, text, run, run);
  if (begins === "letter") return undefined;
  return lead === undefined ? codeAt(rules, text, run, run) : ledCodeAt(rules, text, run, lead);
}

function ledCodeAt(rules: CodeRules, text: string, run: number, lead: RegExp): Hit | undefined {
  if (!mayBeLed(text, run, rules.leadEnds ?? CAPITALS)) return undefined;
  const before = text.slice(max(0, run - LONGEST_LEAD), run);
  const at = before.search(lead);
  return at === -1 ? undefined : codeAt(rules, text, run, run - before.length + at);
}

/** Most numbers follow a word in small letters, or none. */
function mayBeLed(text: string, run: number, letters: string): boolean {
  let end = run;
  while (end > run - LONGEST_GAP && LEAD_GAPS.includes(text.charAt(end - 1) || "0")) end -= 1;
  return letters.includes(text.charAt(end - 1) || "0");
}

/** The code that begins at `start`, of which the run at `run` is the first with a digit. */
function codeAt(rules: CodeRules, text: string, run: number, start: number): Hit | undefined {
  const { pattern, isValid } = rules;
  pattern.lastIndex = run;
  if (!pattern.test(text)) return undefined;
  const end = pattern.lastIndex;
  if (!isApart(text, start, end)) return undefined;
  const written = text.slice(start, end);
  if (isValid?.(compact(written), written) === false) return undefined;
  const confidence = confidenceOf(rules, text, start, end);
  return confidence > 0 ? { start, end, confidence } : undefined;
}

function confidenceOf(rules: CodeRules, text: string, start: number, end: number): number {
  const { inContext, alone = 0, bare = 0 } = rules.confidence;
  const [before, after] = rules.reach ?? [40, 0];
  const prefix = text.slice(max(0, start - before), start);
  if (rules.context?.test(prefix)) return inContext;
  if (after > 0 && rules.context?.test(text.slice(end, end + after))) return inContext;
  if (rules.contrary?.test(prefix)) return 0;
  const written = text.slice(start, end);
  const byForm = confidenceIn(bare, written);
  const isAlone = start === 0 && end === text.length;
  return isAlone ? max(confidenceIn(alone, written), byForm) : byForm;
}

function confidenceIn(form: number | ((written: string) => number), written: string): number {
  return typeof form === "number" ? form : form(written);
}

/** In capitals, without the blanks, hyphens, dots and slashes that a code may be written with. */
export function compact(written: string): string {
  let code = "";
  let from = 0;
  for (let at = 0; at < written.length; at += 1) {
    if (PARTS[written.charCodeAt(at)] !== 1) continue;
    if (at > from) code += written.slice(from, at);
    from = at + 1;
  }
  return (from === 0 ? written : code + written.slice(from)).toUpperCase();
}

/** 1 for each code unit that may part a code. */
const PARTS = Uint8Array.from({ length: 0x10000 }, (_, code) =>
  /[\s./\u2010-\u2013-]/.test(String.fromCharCode(code)) ? 1 : 0,
);

const WORD = /[\p{L}\p{N}_]/u;

/** Whether nothing is written on to a code: no letter or digit, no sign of an amount, a file or an address. */
export function isApart(text: string, start: number, end: number): boolean {
  return isFreeBefore(text, start) && isFreeAfter(text, end);
}

function isFreeBefore(text: string, start: number): boolean {
  if (isBlank(text.charCodeAt(start - 1))) return true;
  const before = text.charAt(start - 1);
  if (WORD.test(before) || "@$€£".includes(before || " ")) return false;
  return !((before === "-" || before === ".") && WORD.test(text.charAt(start - 2)));
}

function isFreeAfter(text: string, end: number): boolean {
  if (isBlank(text.charCodeAt(end))) return true;
  const after = text.charAt(end);
  if (WORD.test(after) || "@€$£%".includes(after || " ")) return false;
  return !("-./".includes(after || " ") && /[0-9A-Za-z]/.test(text.charAt(end + 1)));
}

/** The ends of a text are none, and are looked at. */
function isBlank(code: number): boolean {
  return code === 32 || code === 10;
}
