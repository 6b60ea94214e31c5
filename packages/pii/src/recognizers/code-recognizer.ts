import type { CodeForm } from "../code-forms.ts";
import type { Doc } from "../document.ts";
import type { EntityType, Hit, SingleRecognizer } from "../finding.ts";

const { max } = Math;
// For all code units: the global is slow to reach where a suite runs.
const { fromCharCode } = String;

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
  /** Least length of a run behind which the code may end; by default that of `run`. */
  readonly whole?: number;
  /** How the code may go on behind the run, as in `CodeForm.after`; by default not at all. */
  readonly goesOn?: RegExp;
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
const LEAD_GAPS = " -.:/\u00a0";
const LONGEST_GAP = 3;

/** Creates a recognizer of codes that contain digits. Cheap checks come first: most runs have another form. */
export function codeRecognizer(rules: CodeRules): SingleRecognizer {
  return {
    name: rules.name,
    type: rules.type,
    codes: formsOf(rules),
    find: finderOf(rules),
  };
}

/** Rules with all fields, in one order: objects of one shape are read faster. */
interface Rules {
  readonly pattern: RegExp;
  readonly least: number;
  readonly greatest: number;
  readonly begins: CodeRules["begins"];
  readonly lead: RegExp | undefined;
  readonly leadEnds: string;
  readonly isValid: CodeRules["isValid"];
  readonly context: RegExp | undefined;
  readonly hint: RegExp | undefined;
  readonly contrary: RegExp | undefined;
  readonly before: number;
  readonly after: number;
  readonly inContext: number;
  readonly wholeText: number | ((written: string) => number);
  readonly bare: number | ((written: string) => number);
}

function finderOf(rules: CodeRules): SingleRecognizer["find"] {
  const { run, reach = [40, 0], confidence } = rules;
  const all: Rules = {
    pattern: rules.pattern,
    least: run[0],
    greatest: run[1],
    begins: rules.begins,
    lead: rules.lead,
    leadEnds: rules.leadEnds ?? CAPITALS,
    isValid: rules.isValid,
    context: rules.context,
    hint: rules.hint,
    contrary: rules.contrary,
    before: reach[0],
    after: reach[1],
    inContext: confidence.inContext,
    wholeText: confidence.wholeText ?? 0,
    bare: confidence.bare ?? 0,
  };
  return (doc, places) => findCodes(all, doc, places);
}

/** As in `isDelimited`. */
const FREE_BEFORE = /^[^\w@$]?$|[ ,:/]$/;
const FREE_AFTER = /^[^\w@$%]?$|^[ ,:]/;
/** As in `mayBeLed`, and so are those with a small letter. */
const LED = /A[ .:/-]$|^[ .:/-]$/;
const LED_BY_ANY = /^[Aa]?[ .:/-]$/;

function formsOf(rules: CodeRules): readonly CodeForm[] {
  const { run, begins, lead, leadEnds = CAPITALS, goesOn, whole = run[0] } = rules;
  const [least, greatest] = run;
  const led = /[a-z]/.test(leadEnds) ? LED_BY_ANY : LED;
  const kinds = (["digit", "letter"] as const).filter((kind) => (begins ?? kind) === kind);
  return kinds.flatMap((kind) => {
    const before = kind === "digit" && lead !== undefined ? led : FREE_BEFORE;
    const longer = { run: [max(least, whole), greatest], begins: kind, before } as const;
    if (goesOn === undefined) return [{ ...longer, after: FREE_AFTER }];
    const after = new RegExp(`${FREE_AFTER.source}|${goesOn.source}`);
    return [
      { ...longer, after },
      { ...longer, run: [least, whole - 1], after: goesOn },
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
  const { begins, lead } = rules;
  if (text.charCodeAt(run) > NINE)
    return begins === "digit" ? undefined : codeAt(rules, text, run, run);
  if (begins === "letter") return undefined;
  return lead === undefined ? codeAt(rules, text, run, run) : ledCodeAt(rules, text, run, lead);
}

function ledCodeAt(rules: Rules, text: string, run: number, lead: RegExp): Hit | undefined {
  if (!mayBeLed(text, run, rules.leadEnds)) return undefined;
  const before = text.slice(max(0, run - LONGEST_LEAD), run);
  const at = before.search(lead);
  return at === -1 ? undefined : codeAt(rules, text, run, run - before.length + at);
}

function mayBeLed(text: string, run: number, letters: string): boolean {
  let end = run;
  while (end > run - LONGEST_GAP && LEAD_GAPS.includes(text.charAt(end - 1) || "0")) end -= 1;
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
  const { inContext, wholeText, bare, before, after, contrary } = rules;
  const prefix = text.slice(max(0, start - before), start);
  if (hasContext(rules, prefix)) return inContext;
  if (after > 0 && hasContext(rules, text.slice(end, end + after))) return inContext;
  if (contrary?.test(prefix)) return 0;
  const written = text.slice(start, end);
  const byForm = confidenceIn(bare, written);
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
