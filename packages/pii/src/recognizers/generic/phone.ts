import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/max";
import { precededBy } from "../../context.ts";
import type { Hit, Language, Recognizer, Span } from "../../finding.ts";
import { type Groups, groupsIn } from "../../groups.ts";
import { isNamedPhone } from "./phone-words.ts";

/** Groups of digits with up to three separators between them; `+` or `(` may lead. */
const RUN =
  /(?<![\p{L}\p{N}_/@#$€£+-]|\d[.,]|\.\.)[+(]{0,2}\d{1,15}(?:[ \u00a0\u202f()./\u2010-\u2013-]{1,3}\d{1,15})*(?![\p{N}_@]|-\d|(?!x\d)\p{L})/gu;
const GROUP = /[+(]{0,2}\d+/g;
const CONTEXT =
  /\b(?:tele?(?:f|ph)|tel\b|phone|fon\b|fax|mobil|cell|call|dial|sms|whatsapp|my number|meine nummer|hotline|handy|ruf|anruf|erreich|durchwahl)/i;
/** The digits go on with what may be an IBAN. */
const ACCOUNT = /[A-Za-z]{2}\d{2}[ \u00a0-]$/;
/** How a number can begin: trunk or international prefix, bracket, or a North American area code. */
const FIRST_GROUP = /^(?:[+(]|0|1(?=\D{1,4}[2-9])|1?[2-9]\d{2}(?:\d{7})?(?!\d))/;
const EXTENSION = /[ ,]{0,2}(?:ext\.?|x|extension|durchwahl|dw\.?)[ :]{0,2}\d{1,6}(?!\d)/iy;
const DATE =
  /^\(?(?:\d{1,2}[./-] ?\d{1,2}[./-] ?(?:\d{4}|\d{2})|\d{4}[./-]\d{1,2}[./-]\d{1,2})(?!\d)/;
/** A number may begin inside a run only after a real gap: not in the middle of decimals or dates. */
const GAP_BEFORE = /[\s()/]$/;
const ONE_BLANK = /^\d[ \u00a0\u202f]$/;
const WHOLE_DATE = new RegExp(`${DATE.source}(?![./-])`);
const ROUND = /^\d{1,3}(?:[ .]\d{3})*[ .]000$/;
const IP = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const NANP = /^\(?[2-9]\d{2}\)?[ .\u00a0-]{0,2}\d{3}[ .\u00a0-]\d{4}$/;

/** Countries whose national forms are read, the request's language first. */
const COUNTRIES: Readonly<Record<Language, readonly CountryCode[]>> = {
  en: ["US", "GB", "DE", "AT", "CH"],
  de: ["DE", "AT", "CH", "US", "GB"],
};
const MAX_GROUPS = 8;
const LEAST_DIGITS = 7;
/** Where words call it a telephone number. */
const LEAST_NAMED = 6;
/** Each look into the numbering plans costs some 20 µs. Beyond so many in one text the form alone decides. */
const LOOKUPS = 8_000;

/**
 * Telephone numbers by the numbering plans in libphonenumber: E.164 (`+`, `00`), and the national forms of
 * the US, the UK, Germany, Austria and Switzerland. Bare digits need a word such as "Tel." before them.
 */
export const phone: Recognizer = {
  name: "phone",
  type: "PHONE",
  find({ text, language }) {
    const plan = createPlan(COUNTRIES[language]);
    const hits: Hit[] = [];
    for (const { 0: run, index } of text.matchAll(RUN)) {
      if (run.length < 7 || precededBy(text, index, ACCOUNT, 6)) continue;
      const inContext = precededBy(text, index, CONTEXT, 30);
      const found = numbersIn(run, inContext, plan);
      for (const { start, end } of found[0]?.start === 0 ? found : namedIn(text, run, index, found))
        hits.push({
          start: index + start + strayBracket(run, start, end),
          end: extended(text, index + end),
          confidence: inContext ? 0.95 : 0.8,
        });
    }
    return hits;
  },
};

/**
 * All of a run that words right before or after it call a telephone number, whatever country's form it has; what
 * was `found` in it where none do.
 */
function namedIn(
  text: string,
  run: string,
  index: number,
  found: readonly Span[],
): readonly Span[] {
  const count = digitsIn(run);
  if (found.length > 1 || count < LEAST_NAMED || count > 15) return found;
  if (WHOLE_DATE.test(run) || isOther(run)) return found;
  return isNamedPhone(text, index, index + run.length) ? [{ start: 0, end: run.length }] : found;
}

interface Plan {
  /** Whether `written` is a number of one of the countries; with `possible`, by its length alone. */
  accepts(written: string, possible: boolean): boolean;
}

function createPlan(countries: readonly CountryCode[]): Plan {
  let lookups = 0;
  return {
    accepts(written, possible) {
      const digits = written.replace(/^(\+.*)\(0\)/, "$1").replace(/[^\d+]/g, "");
      const international = digits.startsWith("+") || digits.startsWith("00");
      const candidates = international ? countries.slice(0, 1) : countries.filter(fits(digits));
      return candidates.some((defaultCountry) => {
        lookups += 1;
        if (lookups > LOOKUPS) return true;
        const number = parsePhoneNumberFromString(plain(digits), {
          defaultCountry,
          extract: false,
        });
        return number !== undefined && (number.isValid() || (possible && number.isPossible()));
      });
    },
  };
}

/** `00` is the international prefix of all these countries but the US. */
function plain(digits: string): string {
  return digits.startsWith("00") ? `+${digits.slice(2)}` : digits;
}

/** A national number with its trunk prefix, ITU-T E.164: `0` in Europe, `1` or nothing in North America. */
function fits(digits: string): (country: CountryCode) => boolean {
  return (country) =>
    country === "US" ? /^1?[2-9]\d{9}$/.test(digits) : /^0[1-9]\d{5,12}$/.test(digits);
}

/** Numbers made of whole groups of the run, the longest at each place. */
function numbersIn(run: string, inContext: boolean, plan: Plan): readonly Span[] {
  const groups = groupsIn(run, GROUP);
  const found: Span[] = [];
  let free = 0;
  for (const [first, start] of groups.starts.entries()) {
    if (start < free) continue;
    const date = DATE.exec(run.slice(start, start + 14));
    const end =
      date === null && mayBegin(run, start, inContext || start <= free + 3)
        ? endOfNumber(run, groups, first, (written) => isNumber(written, inContext, plan))
        : -1;
    if (end !== -1) found.push({ start, end });
    free = date === null ? end : start + date[0].length;
  }
  return found;
}

/** After other digits and one blank only where words speak of telephones or another number ends: `near`. */
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
    if (isWhole(run.slice(start, end))) return end;
  }
  return -1;
}

/** A trunk or international prefix after a wide gap or slash, when what precedes it is long enough for a number. */
function beginsAnother(run: string, start: number, group: number): boolean {
  // Most groups do not: a text of millions of digits must not pay for the rest.
  if (!"0+(".includes(run.charAt(group))) return false;
  const before = run.slice(start, group);
  return (
    /(?:[\s/]{2}|\/)$/.test(before) &&
    digitsIn(before) >= LEAST_DIGITS &&
    /^\(?[0+]/.test(run.slice(group, group + 2))
  );
}

function isNumber(written: string, inContext: boolean, plan: Plan): boolean {
  const count = digitsIn(written);
  if (count < LEAST_DIGITS || count > 15) return false;
  // Without a prefix only North American numbers are read, of ten digits or eleven: see `fits`.
  if (/^[1-9]/.test(written) && count !== 10 && count !== 11) return false;
  if (isOther(written)) return false;
  if (written.startsWith("+") || written.startsWith("(+")) return plan.accepts(written, inContext);
  if (!inContext && !isPhoneByForm(written)) return false;
  return plan.accepts(written, inContext && (NANP.test(written) || written.startsWith("0")));
}

/** In groups but not as files, patents and approvals are numbered ("07 / 436 / 005", "0 160 797"), or a mobile's. */
function isPhoneByForm(written: string): boolean {
  const grouped = /\d[^\d]+\d/.test(written);
  return grouped ? !/\/.*\/|^0 /.test(written) : /^0(?:0[1-9]|1[5-7]|6|7)\d{8,11}$/.test(written);
}

/** 1 where a bracket opens before the number and closes after it or nowhere. */
function strayBracket(run: string, start: number, end: number): number {
  return run.charAt(start) === "(" && !run.slice(start, end).includes(")") ? 1 : 0;
}

/** An address of the internet, a decimal fraction, a round sum. */
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
