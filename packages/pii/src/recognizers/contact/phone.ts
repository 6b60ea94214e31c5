import type { Hit, Recognizer, Span } from "../../finding.ts";
import { precededBy } from "../../text/context.ts";
import { type Groups, groupsIn } from "../../text/groups.ts";
import { dottedDatesEnd } from "../dates/dotted-dates.ts";
import { createPlan, type Plan } from "./phone-plan.ts";
import { isNamedPhone } from "./phone-words.ts";

const RUN =
  /(?<![\p{L}\p{N}_/@#$€£+-]|\d[.,]|\.\.)[+(]{0,2}\d{1,15}(?:[ \u00a0\u202f()./\u2010-\u2013-]{1,3}\d{1,15})*(?![\p{N}_@]|-\d|(?!x\d)\p{L})/uy;
const GROUP = /[+(]{0,2}\d+/g;
const CONTEXT =
  /\b(?:tele?(?:f|ph)|tel\b|phone|fon\b|fax|mobil|cell|call|dial|sms|whatsapp|my number|meine nummer|hotline|handy|ruf|anruf|erreich|durchwahl)/i;
const ACCOUNT = /[A-Za-z]{2}\d{2}[ \u00a0-]$/;
const OTHER_NUMBER =
  /\b(?:bsnr|lanr|betriebsst|arztn|konto|kunden|auftrag|bestell|vertrag|rechnung|vorgang|fall|akten|patient|steuer|mitglied|versicher|account|customer|order|invoice|case|policy|member|patient|reference|tracking|passport|routing|iban)[\p{L}-]*[^\p{L}\d\n]{0,3}(?:nummer|number|nr|no|id|#)?[^\p{L}\d\n]{0,4}$/iu;
const FIRST_GROUP = /^(?:[+(]|0|1(?=\D{1,4}[2-9])|1?[2-9]\d{2}(?:\d{7})?(?!\d))/;
const EXTENSION = /[ ,]{0,2}(?:ext\.?|x|extension|durchwahl|dw\.?)[ :]{0,2}\d{1,6}(?!\d)/iy;
const DATE =
  /^\(?(?:\d{1,2}[./-] ?\d{1,2}[./-] ?(?:\d{4}|\d{2})|\d{4}[./-]\d{1,2}[./-]\d{1,2})(?!\d)/;
/** Within a run, a number begins only after one of these, and so not inside decimals or dates. */
const GAP_BEFORE = /[\s()/]$/;
const WIDE = /^[\s/]{2}$/;
const ONE_BLANK = /^\d[ \u00a0\u202f]$/;
const WHOLE_DATE = new RegExp(`${DATE.source}(?![./-])`);
const ROUND = /^\d{1,3}(?:[ .]\d{3})*[ .]000$/;
const IP = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const NANP = /^\(?[2-9]\d{2}\)?[ .\u00a0-]{0,2}\d{3}[ .\u00a0-]\d{4}$/;
/** Matches a number as it is dictated: "0 1 7 6 1 2 3 4". */
const SINGLE_DIGITS = /^[+(]?\d(?:[ \u00a0.-]\d){6,14}$/;
/** Matches a form that only phone numbers have, with any area code. */
const BRACKETED = /^\([2-9]\d{2}\) ?[2-9]\d{2}-\d{4}$/;
const INTERNATIONAL = /^\(?\+\d{1,3}\)?[ \u00a0-](?:\(0\) ?)?\(?\d{2,5}\)?[ \u00a0-]\d{2}/;

/** Matches what may precede `RUN`. */
const MAY_BEGIN = /^[^_/@#$.,-]?$|^[Aa]?[.,]$|[ :]$/;
const LONGEST_LEAD = 2;
const MAX_GROUPS = 8;
const MIN_DIGITS = 7;
const MIN_NAMED = 6;

/**
 * Recognizes phone numbers by the numbering plans of libphonenumber: E.164 (`+`, `00`), and
 * national formats of the US, the UK, Germany, Austria and Switzerland. Digits without separators
 * need context such as "Tel.".
 */
export const phone: Recognizer = {
  name: "phone",
  type: "PHONE",
  codes: [{ run: [1, 15], begins: "digit", before: MAY_BEGIN, after: /^(?![_@])/ }],
  find({ text, language, codes }, places) {
    const plan = createPlan(language);
    const hits: Hit[] = [];
    let free = 0;
    for (const place of places) {
      const start = codes.starts[place] ?? 0;
      if (start < free) continue;
      const index = runStart(text, start, free);
      if (index === -1) continue;
      free = RUN.lastIndex;
      if (free - index < MIN_DIGITS) continue;
      const run = text.slice(index, free);
      if (!isOfOther(text, run, index)) hits.push(...hitsIn(text, run, index, plan));
    }
    return hits;
  },
};

function runStart(text: string, start: number, floor: number): number {
  const least = Math.max(floor, start - LONGEST_LEAD);
  let from = start;
  while (from > least && "+(".includes(text.charAt(from - 1))) from -= 1;
  for (; from <= start; from += 1) {
    RUN.lastIndex = from;
    if (RUN.test(text)) return from;
  }
  return -1;
}

function hitsIn(text: string, run: string, index: number, plan: Plan): Hit[] {
  const inContext = precededBy(text, index, CONTEXT, 30);
  const found = numbersIn(run, inContext, plan);
  const named =
    found[0]?.start === 0 && !ONE_BLANK.test(run.slice(0, 2))
      ? found
      : namedIn(text, run, index, found);
  return named.map(({ start, end }) => ({
    start: index + start + unbalancedBrackets(run, start, end),
    end: extended(text, index + end),
    confidence: inContext ? 0.95 : 0.8,
  }));
}

function isOfOther(text: string, run: string, index: number): boolean {
  if (precededBy(text, index, ACCOUNT, 6)) return true;
  return /^\d+$/.test(run) && precededBy(text, index, OTHER_NUMBER, 32);
}

function namedIn(
  text: string,
  run: string,
  index: number,
  found: readonly Span[],
): readonly Span[] {
  const count = digitsIn(run);
  if (SINGLE_DIGITS.test(run) && isNamedPhone(text, index, index + run.length))
    return [{ start: 0, end: run.length }];
  if (found.length > 1 || count < MIN_NAMED || count > 15) return found;
  if (WHOLE_DATE.test(run) || endOfDates(run, 0) === run.length || isOther(run)) return found;
  return isNamedPhone(text, index, index + run.length) ? [{ start: 0, end: run.length }] : found;
}

function numbersIn(run: string, inContext: boolean, plan: Plan): readonly Span[] {
  const groups = groupsIn(run, GROUP);
  const found: Span[] = [];
  let free = 0;
  for (const [first, start] of groups.starts.entries()) {
    if (start < free) continue;
    const dateEnd = endOfDates(run, start);
    const end =
      dateEnd === -1 && mayBegin(run, start, inContext || start <= free + 3)
        ? endOfNumber(
            run,
            groups,
            first,
            (written) => BRACKETED.test(written) || isNumber(written, inContext, plan),
          )
        : -1;
    if (end !== -1) found.push({ start, end });
    free = Math.max(end, dateEnd);
  }
  return found;
}

function endOfDates(run: string, start: number): number {
  const [date] = DATE.exec(run.slice(start, start + 14)) ?? [];
  const first = run.charAt(start) === "(" ? start + 1 : start;
  return Math.max(dottedDatesEnd(run, first), date === undefined ? -1 : start + date.length);
}

/**
 * Returns whether a number may begin at `start`. After one blank, `near` is required: the context
 * names a phone, or another number ends just before.
 */
function mayBegin(run: string, start: number, near: boolean): boolean {
  if (!FIRST_GROUP.test(run.slice(start, start + 12))) return false;
  if (start === 0) return true;
  return (
    GAP_BEFORE.test(run.charAt(start - 1)) && (near || !ONE_BLANK.test(run.slice(start - 2, start)))
  );
}

function endOfNumber(
  run: string,
  { starts, ends }: Groups,
  first: number,
  isWhole: (written: string) => boolean,
): number {
  const start = starts[first] ?? 0;
  const limit = Math.min(first + MAX_GROUPS, starts.length);
  let last = first;
  while (last + 1 < limit && !beginsAnother(run, start, starts[last + 1] ?? 0)) last += 1;
  for (; last >= first; last -= 1) {
    const end = ends[last] ?? 0;
    if (end - start < MIN_DIGITS) return -1;
    if (isWhole(run.slice(start, end))) return end;
  }
  return -1;
}

/**
 * Returns whether another number begins at `group`: with a trunk or international prefix after a
 * wide gap or a slash, if the text before it is long enough for a number.
 */
function beginsAnother(run: string, start: number, group: number): boolean {
  // The cheap test comes first because texts can have millions of digits.
  if (group - start < MIN_DIGITS || !"0+(".includes(run.charAt(group))) return false;
  const wide = run.charAt(group - 1) === "/" || WIDE.test(run.slice(group - 2, group));
  return (
    wide &&
    (run.charAt(group) !== "(" || "0+".includes(run.charAt(group + 1) || "-")) &&
    digitsIn(run.slice(start, group)) >= MIN_DIGITS
  );
}

function isNumber(written: string, inContext: boolean, plan: Plan): boolean {
  const count = digitsIn(written);
  if (count < MIN_DIGITS || count > 15) return false;
  // Without a prefix, only North American numbers count, which have ten or eleven digits: see
  // `fits`.
  if (/^[1-9]/.test(written) && count !== 10 && count !== 11) return false;
  if (isOther(written)) return false;
  if (written.startsWith("+") || written.startsWith("(+"))
    return plan.accepts(written, inContext || INTERNATIONAL.test(written));
  if (!inContext && !isPhoneByForm(written)) return false;
  return plan.accepts(written, inContext && (NANP.test(written) || written.startsWith("0")));
}

/**
 * Returns whether the number is a mobile number or has groups that do not look like the number of a
 * file, a patent or an approval ("07 / 436 / 005", "0 160 797").
 */
function isPhoneByForm(written: string): boolean {
  const grouped = /\d[^\d]+\d/.test(written);
  return grouped ? !/\/.*\/|^0 /.test(written) : /^0(?:0[1-9]|1[5-7]|6|7)\d{8,11}$/.test(written);
}

function unbalancedBrackets(run: string, start: number, end: number): number {
  if (run.charAt(start) !== "(") return 0;
  const written = run.slice(start, end);
  const brackets = written.startsWith("((") ? 2 : 1;
  return written.includes(")") ? brackets - 1 : brackets;
}

function isOther(written: string): boolean {
  return IP.test(written) || /^0\.\d|^\d\.\d+$/.test(written) || ROUND.test(written);
}

function digitsIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) count += 1;
  }
  return count;
}

function extended(text: string, end: number): number {
  EXTENSION.lastIndex = end;
  return EXTENSION.test(text) ? EXTENSION.lastIndex : end;
}
