import { type Doc, lengthsOf } from "../document.ts";
import type { EntityType, Hit, Recognizer } from "../finding.ts";

const { max } = Math;

interface CodeConfidence {
  readonly inContext: number;
  /** The code is the whole text, like a form field's value; 0 when absent. */
  readonly wholeText?: number | ((written: string) => number);
  /** Anywhere, by its form, optionally depending on the spelling; 0 when absent. */
  readonly bare?: number | ((written: string) => number);
}

export interface CodeRules {
  readonly name: string;
  readonly type: EntityType;
  /** The whole code, sticky (`y`), tried at each of `doc.codes`. Boundaries are checked separately. */
  readonly pattern: RegExp;
  /** Minimum and maximum length of the run of letters and digits at which the pattern begins. */
  readonly run: readonly [least: number, greatest: number];
  readonly begins?: "digit" | "letter";
  /** Required letters before a run of digits, "AB " in "AB 12 34 56 C": ends with `$`, up to 12 long. */
  readonly lead?: RegExp;
  /** Possible last letters of `lead`, without blanks and signs; by default all capitals. */
  readonly leadEnds?: string;
  /** Validates check digits. `code` is in capitals without blanks, hyphens, dots or slashes. */
  readonly isValid?: (code: string, written: string) => boolean;
  readonly context?: RegExp;
  /** In every text that `context` matches: a cheap test for long patterns. */
  readonly hint?: RegExp;
  /** Words before it that contradict; then `context` is required. */
  readonly contrary?: RegExp;
  /** Distance of these words before and after the code; 40 and 0 code units by default. */
  readonly reach?: readonly [before: number, after: number];
  readonly confidence: CodeConfidence;
}

const NINE = 57;
export const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ";
const LONGEST_LEAD = 12;
const LEAD_GAPS = " -.:\u00a0";
const LONGEST_GAP = 3;

/** Creates a recognizer of codes that contain digits. Cheap checks come first: most runs have another form. */
export function codeRecognizer(rules: CodeRules): Recognizer {
  return {
    name: rules.name,
    type: rules.type,
    needs: "0",
    codeLengths: lengthsOf(rules.run, rules.begins),
    find: (doc) => findCodes(rules, doc),
  };
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

function mayBeLed(text: string, run: number, letters: string): boolean {
  let end = run;
  while (end > run - LONGEST_GAP && LEAD_GAPS.includes(text.charAt(end - 1) || "0")) end -= 1;
  return letters.includes(text.charAt(end - 1) || "0");
}

function codeAt(rules: CodeRules, text: string, run: number, start: number): Hit | undefined {
  const { pattern, isValid } = rules;
  pattern.lastIndex = run;
  if (!pattern.test(text)) return undefined;
  const end = pattern.lastIndex;
  if (!isDelimited(text, start, end)) return undefined;
  const written = text.slice(start, end);
  if (isValid?.(compact(written), written) === false) return undefined;
  const confidence = confidenceOf(rules, text, start, end);
  return confidence > 0 ? { start, end, confidence } : undefined;
}

function confidenceOf(rules: CodeRules, text: string, start: number, end: number): number {
  const { inContext, wholeText = 0, bare = 0 } = rules.confidence;
  const [before, after] = rules.reach ?? [40, 0];
  const prefix = text.slice(max(0, start - before), start);
  if (hasContext(rules, prefix)) return inContext;
  if (after > 0 && hasContext(rules, text.slice(end, end + after))) return inContext;
  if (rules.contrary?.test(prefix)) return 0;
  const written = text.slice(start, end);
  const byForm = confidenceIn(bare, written);
  const isWholeText = start === 0 && end === text.length;
  return isWholeText ? max(confidenceIn(wholeText, written), byForm) : byForm;
}

function hasContext({ context, hint }: CodeRules, around: string): boolean {
  return context !== undefined && hint?.test(around) !== false && context.test(around);
}

function confidenceIn(form: number | ((written: string) => number), written: string): number {
  return typeof form === "number" ? form : form(written);
}

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

const PARTS = Uint8Array.from({ length: 0x10000 }, (_, code) =>
  /[\s./\u2010-\u2013-]/.test(String.fromCharCode(code)) ? 1 : 0,
);

const WORD = /[\p{L}\p{N}_]/u;

/** Whether no letter, digit, or sign of an amount, a file or an address adjoins the code. */
export function isDelimited(text: string, start: number, end: number): boolean {
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

function isBlank(code: number): boolean {
  return code === 32 || code === 10;
}
