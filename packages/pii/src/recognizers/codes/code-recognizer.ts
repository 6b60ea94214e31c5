import type { EntityType, Hit, SingleRecognizer } from "../../finding.ts";
import type { CodeForm } from "../../text/code-forms.ts";
import type { Doc } from "../../text/document.ts";

const { max } = Math;
// Cached because looking up a global object is slow in the test runner.
const { fromCharCode } = String;

interface CodeConfidence {
  readonly inContext: number;
  /** The confidence if the code is the whole text, like the value of a form field; 0 if absent. */
  readonly wholeText?: number | ((written: string) => number);
  /** The confidence without context, which may depend on how the code is written; 0 if absent. */
  readonly withoutContext?: number | ((written: string) => number);
}

export interface CodeRules {
  readonly name: string;
  readonly type: EntityType;
  /**
   * Matches the code without `prefix`; must be sticky (`y`). It is tried at each of `doc.codes`,
   * and the recognizer checks the boundaries separately.
   */
  readonly pattern: RegExp;
  /** Minimum and maximum length of the run of letters and digits at which the pattern begins. */
  readonly run: readonly [least: number, greatest: number];
  readonly begins?: "digit" | "letter";
  /**
   * Minimum length of a run with which the code ends; defaults to the minimum of `run`. A shorter
   * run must be followed by `continuation`.
   */
  readonly minLastRun?: number;
  /**
   * Matches what may follow the run inside the code, as in `CodeForm.after`. If absent, the code is
   * one run.
   */
  readonly continuation?: RegExp;
  /**
   * Matches the letters required before a run of digits, such as "AB " in "AB 12 34 56 C". It ends
   * with `$` and matches at most 12 code units.
   */
  readonly prefix?: RegExp;
  /**
   * The letters with which `prefix` may end, ignoring blanks and signs; all capitals by default.
   */
  readonly prefixEnds?: string;
  /**
   * Validates check digits. `code` is `written` in capitals without blanks, hyphens, dots or
   * slashes.
   */
  readonly isValid?: (code: string, written: string) => boolean;
  readonly context?: RegExp;
  /** A cheap test to run before a long `context`: it matches every text that `context` matches. */
  readonly hint?: RegExp;
  /** Matches words before the code that rule it out unless `context` matches as well. */
  readonly negativeContext?: RegExp;
  /**
   * How far before and after the code its context is searched, in code units; 40 and 0 by default.
   */
  readonly contextWindow?: readonly [before: number, after: number];
  readonly confidence: CodeConfidence;
}

const NINE = 57;
export const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ";
const LONGEST_PREFIX = 12;
const PREFIX_GAPS = " -.:/\u00a0";
const LONGEST_GAP = 3;

/**
 * Creates a recognizer for codes that contain digits. Cheap checks run first, because most runs
 * have another form.
 */
export function codeRecognizer(rules: CodeRules): SingleRecognizer {
  return {
    name: rules.name,
    type: rules.type,
    codes: formsOf(rules),
    find: finderOf(rules),
  };
}

/**
 * Rules with every field set in the same order, because the runtime reads objects of one shape
 * faster.
 */
interface Rules {
  readonly pattern: RegExp;
  readonly least: number;
  readonly greatest: number;
  readonly begins: CodeRules["begins"];
  readonly prefix: RegExp | undefined;
  readonly prefixEnds: string;
  readonly isValid: CodeRules["isValid"];
  readonly context: RegExp | undefined;
  readonly hint: RegExp | undefined;
  readonly negativeContext: RegExp | undefined;
  readonly before: number;
  readonly after: number;
  readonly inContext: number;
  readonly wholeText: number | ((written: string) => number);
  readonly withoutContext: number | ((written: string) => number);
}

function finderOf(rules: CodeRules): SingleRecognizer["find"] {
  const { run, contextWindow = [40, 0], confidence } = rules;
  const all: Rules = {
    pattern: rules.pattern,
    least: run[0],
    greatest: run[1],
    begins: rules.begins,
    prefix: rules.prefix,
    prefixEnds: rules.prefixEnds ?? CAPITALS,
    isValid: rules.isValid,
    context: rules.context,
    hint: rules.hint,
    negativeContext: rules.negativeContext,
    before: contextWindow[0],
    after: contextWindow[1],
    inContext: confidence.inContext,
    wholeText: confidence.wholeText ?? 0,
    withoutContext: confidence.withoutContext ?? 0,
  };
  return (doc, places) => findCodes(all, doc, places);
}

/** These must agree with `isDelimited`. */
const FREE_BEFORE = /^[^\w@$]?$|[ ,:/]$/;
const FREE_AFTER = /^[^\w@$%]?$|^[ ,:]/;
/**
 * These must agree with `mayBePrefixed`: the first is for prefixes that end with a capital, the
 * second for prefixes that end with any letter.
 */
const PREFIXED = /A[ .:/-]$|^[ .:/-]$/;
const PREFIXED_BY_ANY = /^[Aa]?[ .:/-]$/;

function formsOf(rules: CodeRules): readonly CodeForm[] {
  const { run, begins, prefix, prefixEnds = CAPITALS, continuation, minLastRun = run[0] } = rules;
  const [least, greatest] = run;
  const prefixed = /[a-z]/.test(prefixEnds) ? PREFIXED_BY_ANY : PREFIXED;
  const kinds = (["digit", "letter"] as const).filter((kind) => (begins ?? kind) === kind);
  return kinds.flatMap((kind) => {
    const before = kind === "digit" && prefix !== undefined ? prefixed : FREE_BEFORE;
    const longer = { run: [max(least, minLastRun), greatest], begins: kind, before } as const;
    if (continuation === undefined) return [{ ...longer, after: FREE_AFTER }];
    const after = new RegExp(`${FREE_AFTER.source}|${continuation.source}`);
    return [
      { ...longer, after },
      { ...longer, run: [least, minLastRun - 1], after: continuation },
    ];
  });
}

function findCodes(
  rules: Rules,
  { text, codes: { starts, ends } }: Doc,
  places: readonly number[],
): Hit[] {
  const hits: Hit[] = [];
  const { least, greatest } = rules;
  let free = 0;
  for (const index of places) {
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

function hitAt(rules: Rules, text: string, run: number): Hit | undefined {
  const { begins, prefix } = rules;
  if (text.charCodeAt(run) > NINE)
    return begins === "digit" ? undefined : codeAt(rules, text, run, run);
  if (begins === "letter") return undefined;
  return prefix === undefined
    ? codeAt(rules, text, run, run)
    : prefixedCodeAt(rules, text, run, prefix);
}

function prefixedCodeAt(rules: Rules, text: string, run: number, prefix: RegExp): Hit | undefined {
  if (!mayBePrefixed(text, run, rules.prefixEnds)) return undefined;
  const before = text.slice(max(0, run - LONGEST_PREFIX), run);
  const at = before.search(prefix);
  return at === -1 ? undefined : codeAt(rules, text, run, run - before.length + at);
}

function mayBePrefixed(text: string, run: number, letters: string): boolean {
  let end = run;
  while (end > run - LONGEST_GAP && PREFIX_GAPS.includes(text.charAt(end - 1) || "0")) end -= 1;
  return letters.includes(text.charAt(end - 1) || "0");
}

function codeAt(rules: Rules, text: string, run: number, start: number): Hit | undefined {
  const { pattern, isValid } = rules;
  pattern.lastIndex = run;
  if (!pattern.test(text)) return undefined;
  const end = pattern.lastIndex;
  if (!isDelimited(text, start, end)) return undefined;
  const written = text.slice(start, end);
  if (isValid !== undefined && !isValid(compact(written), written)) return undefined;
  const confidence = confidenceOf(rules, text, start, end);
  return confidence > 0 ? { start, end, confidence } : undefined;
}

function confidenceOf(rules: Rules, text: string, start: number, end: number): number {
  const { inContext, wholeText, withoutContext, before, after, negativeContext } = rules;
  const textBefore = text.slice(max(0, start - before), start);
  if (hasContext(rules, textBefore)) return inContext;
  if (after > 0 && hasContext(rules, text.slice(end, end + after))) return inContext;
  if (negativeContext?.test(textBefore)) return 0;
  const written = text.slice(start, end);
  const byForm = confidenceIn(withoutContext, written);
  const isWholeText = start === 0 && end === text.length;
  return isWholeText ? max(confidenceIn(wholeText, written), byForm) : byForm;
}

function hasContext({ context, hint }: Rules, around: string): boolean {
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

const PART = /[\s./\u2010-\u2013-]/;
const PARTS = new Uint8Array(0x10000);
for (let code = 0; code < PARTS.length; code += 1)
  if (PART.test(fromCharCode(code))) PARTS[code] = 1;

const WORD = /[\p{L}\p{N}_]/u;

/**
 * Returns whether the code stands alone: no letter, no digit, and no sign of an amount, a file or
 * an address adjoins it.
 */
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
